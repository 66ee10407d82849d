//! `rules`: the rulebooks read, searched and compared, with and without a tournament.

use super::hall::Hall;
use serde_json::json;

#[test]
fn without_a_tournament_rulebooks_are_listed_compared_and_read_by_name() {
    let hall = Hall::empty();
    let books = hall.json(&["rules", "list"]);
    let ids: Vec<&str> =
        books["rulebooks"].as_array().expect("a list").iter().filter_map(|b| b["id"].as_str()).collect();
    assert_eq!(ids, ["us-chess-2018", "uscf-2006", "oscf-2012", "fide-blitz-3", "club"]);
    assert_eq!(hall.json(&["rules", "show", "--rulebook", "club"])["rules"].as_array().map(Vec::len), Some(17));
    hall.run(&["rules", "show"]).fails(2, "--rulebook");
    hall.run(&["rules", "show", "--rulebook", "us-ches-2018"]).fails(2, "us-chess-2018");
}

#[test]
fn a_rule_is_shown_with_what_is_below_it() {
    let hall = Hall::under("us-chess-2018");
    let numbers = |rule: &str| {
        let shown = hall.json(&["rules", "show", rule]);
        shown["rules"]
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(|r| r["number"].as_str().map(str::to_owned))
            .collect::<Vec<_>>()
    };
    assert_eq!(numbers("8"), ["8", "8a", "8b", "8c"]);
    assert_eq!(numbers("1"), ["1"]);
    assert_eq!(numbers("15c"), ["15c"]);
    hall.run(&["rules", "show", "99"]).fails(2, "has no rule 99");
    let found = hall.json(&["rules", "search", "king", "queen"]);
    assert_eq!(found["rules"].as_array().map(Vec::len), Some(1));
}

#[test]
fn the_five_rulebooks_are_compared_question_by_question() {
    let questions = Hall::empty().json(&["rules", "compare"]);
    let row = |asked: &str| {
        let found = questions["questions"].as_array().expect("a list").iter().find(|q| q["question"] == asked);
        found.unwrap_or_else(|| panic!("no question {asked}"))["answers"].clone()
    };
    let decides = row("What decides the match");
    assert_eq!(
        decides["fide-blitz-3"],
        json!({ "says": "the first game to end, even a draw", "rule": "4", "fallback": false })
    );
    assert_eq!(row("Offense: clock-hand")["club"], json!({ "says": "", "rule": null, "fallback": false }));
    assert_eq!(row("Offense: clock-hand")["fide-blitz-3"], json!({ "says": "", "rule": "3", "fallback": true }));
    for asked in ["Time control", "Claim: an illegal move", "Appeals", "Outside interference"] {
        row(asked);
    }
}

#[test]
fn the_rulebook_is_the_tournaments_and_kept_with_it() {
    let hall = Hall::under("oscf-2012");
    assert_eq!(hall.json(&["rules"])["rulebook"], "oscf-2012");
    assert_eq!(hall.json(&["rules", "list"])["rulebooks"][2]["in_force"], true);
    for ending in ["txt", "csv", "json", "html"] {
        hall.run(&["rules", "offences", "-o", &format!("ladders.{ending}")]).ok();
        assert!(std::fs::metadata(hall.path(&format!("ladders.{ending}"))).is_ok_and(|m| m.len() > 500), "{ending}");
    }
}

/// A rulebook of one's own, made of a published one.
fn ours(hall: &Hall, changed: impl Fn(String) -> String) {
    let club = hall.run(&["rules", "show", "--toml", "--rulebook", "club"]).ok().out;
    hall.write("ours.toml", changed(club.replace("id = \"club\"", "id = \"ours\"")));
}

#[test]
fn a_rulebook_of_ones_own_is_compared_with_the_published_ones() {
    let hall = Hall::empty();
    ours(&hall, |text| text.replace("[match.reasons]", "[match.reasons]\nagreement = \"13\""));
    let compared = hall.json(&["rules", "compare", "--rulebook", "ours.toml"]);
    let questions = compared["questions"].as_array().expect("a list");
    let agreement = &questions.iter().find(|q| q["question"] == "Draw by agreement").expect("asked")["answers"];
    assert_eq!(agreement["ours"], json!({ "says": "decides the match", "rule": "13", "fallback": false }));
    assert_eq!(agreement["club"], json!({ "says": "", "rule": null, "fallback": false }));
    let published = hall.json(&["rules", "compare", "--rulebook", "club"]);
    assert_eq!(published["questions"][0]["answers"].as_object().map(serde_json::Map::len), Some(5));
}

#[test]
fn rulebooks_are_compared_as_their_sources_speak() {
    let questions = Hall::empty().json(&["rules", "compare"]);
    let answer = |asked: &str, book: &str| {
        let found = questions["questions"].as_array().expect("a list").iter().find(|q| q["question"] == asked);
        found.unwrap_or_else(|| panic!("no question {asked}"))["answers"][book].clone()
    };
    // Neither the text nor FIDE's blitz rules say who may sit down or who hears an appeal in such an event.
    assert_eq!(answer("Substitutes", "fide-blitz-3")["rule"], json!(null));
    assert_eq!(answer("Appeals", "fide-blitz-3")["says"], "the rules don't say who hears one; the organizer decides");
    assert_eq!(answer("Appeals", "fide-blitz-3")["fallback"], false);
    assert_eq!(answer("Both flags down, nothing claimed", "club")["rule"], "14");
    assert_eq!(answer("Witnesses", "fide-blitz-3"), json!({ "says": "", "rule": null, "fallback": false }));
    // No rules of chess speak of a second board.
    assert_eq!(answer("Stopping the other board", "us-chess-2018")["rule"], json!(null));
    // The older texts let a player wait where mated, and nowhere else.
    for (book, rule) in [("uscf-2006", "15a1a"), ("oscf-2012", "16.1")] {
        let waiting = answer("Waiting for a piece", book);
        assert!(
            waiting["rule"] == rule && waiting["says"].as_str().is_some_and(|said| said.starts_with("only when mated"))
        );
    }
    // Where the rule of an offence is not the only one that speaks of it.
    for (offence, book, also) in [
        ("clock-hand", "oscf-2012", "see also 5, 7a"),
        ("clock-touching", "us-chess-2018", "see also 14c"),
        ("clock-touching", "uscf-2006", "see also 14d"),
        ("clock-touching", "oscf-2012", "see also 15"),
    ] {
        let said = answer(&format!("Offense: {offence}"), book);
        assert!(said["says"].as_str().is_some_and(|said| said.ends_with(also)), "{said}");
    }
    let hand = Hall::under("us-chess-2018").json(&["rules", "show", "13"]);
    assert!(hand["rules"][0]["text"].as_str().is_some_and(|text| text.contains("as in oscf-2012 13")), "{hand}");
}

#[test]
fn a_rulebook_of_ones_own_cannot_pass_for_a_published_one_or_leave_things_empty() {
    let hall = Hall::empty();
    let new = ["new", "spring", "--name", "Spring", "--rulebook", "ours.toml"];
    ours(&hall, |text| text.replace("id = \"ours\"", "id = \"uscf-2006\""));
    hall.run(&new).fails(2, "the rulebook calls itself uscf-2006").fails(2, "ours.toml:");
    ours(&hall, |text| text.replace("id = \"ours\"", "id = \"USCF-2006\""));
    hall.run(&new).fails(2, "calls itself USCF-2006");
    for (was, is, said) in [
        ("id = \"ours\"", "id = \" \"", "`id` in the rulebook is empty"),
        ("2 = \"Partners may", "\"\" = \"Partners may", "a key in [rules] is empty"),
        ("[time]", "[time]\nminutes = 0", "`minutes` in [time] cannot be 0"),
        ("[time]", "[time]\nminutes = 99999999999", "`minutes` in [time] cannot be 99999999999"),
        ("[time]", "fallback-to = \"the laws of chess\"\n[time]", "`fallback-to` in the rulebook needs `fallback`"),
        ("3 = \"Captured pieces go to the partner.\"", "3 = \"\"", "`3` in [rules] is empty"),
        ("is = \"could-block\"", "is = \"list\"", "\"list\" cannot name another kind here"),
    ] {
        ours(&hall, |text| {
            assert!(text.contains(was), "{was}");
            text.replace(was, is)
        });
        hall.run(&new).fails(2, said);
    }
}

#[test]
fn what_a_rulebook_of_ones_own_says_without_effect_is_refused_with_its_line() {
    let hall = Hall::empty();
    let new = ["new", "spring", "--name", "Spring", "--rulebook", "ours.toml"];
    for (was, is, said) in [
        ("[offences.promotion-form]", "ladder = []", "`ladder` in [offences.promotion-form] is an empty list"),
        (
            "[offences.promotion-form]",
            "ladder = [\"game or game\"]",
            "offers the same penalty twice in \"game or game\"",
        ),
        ("[offences.promotion-form]", "ladder = [\"time or time:1:00\"]", "offers the same penalty twice"),
        ("[offences.promotion-form]", "scope = \"game\"", "has no effect without `ladder`"),
        ("[offences.promotion-form]", "beyond = \"repeat\"", "has no effect without `ladder`"),
        ("[offences.promotion-form]", "flag-fell = \"time:1:00\"", "has no effect without `ladder`"),
        (
            "[offences.promotion-form]",
            "ladder = [\"match\"]\nboth-players = true",
            "has a step that only one team can lose",
        ),
        ("[offences.promotion-form]", "see-also = [\"99\"]", "rule 99 is cited but not in [rules]"),
        ("[offences.promotion-form]", "see-also = [\"1\", \"1\"]", "names \"1\" twice"),
        (
            "[offences.promotion-form]",
            "remedy = \"a \\u001b[2J\"",
            "contains a line break, a tab or another control character",
        ),
        ("[spectator]", "actions = []", "`actions` in [spectator] is an empty list"),
        ("[spectator]", "actions = [\"replay\", \"replay\"]", "names \"replay\" twice"),
        ("[claims.illegal-move]", "asks-wrong = true", "has no effect without `wrong`"),
        ("[claims.illegal-move]", "denied-says = \"no\"", "has no effect without `turns-on` or `also`"),
        ("[claims.no-clock]", "turns-on = \"own-flag-up\"", "has no effect next to `always`"),
        ("[claims.flag]", "contest = { claim = \"flag\", rule = \"14\" }", "sets the claim against itself"),
        ("[claims.flag]", "wrong = [{ is = \"a b\", means = \"x\" }]", "\"a b\" cannot be typed as one word"),
        (
            "[claims.flag]",
            "turns-on = \"own-flag-up\"\nalso = [{ fact = \"own-flag-up\" }]",
            "names a fact that the claim already turns on",
        ),
        ("[offences.\"tele phone\"]", "name = \"used a telephone\"", "\"tele phone\" cannot be typed as one word"),
        ("[offences.Phone]", "name = \"used a telephone\"", "\"Phone\" cannot be typed as one word"),
        ("[claims.illegalmove]", "upheld = \"12\"", "\"illegalmove\" is not recognized in [claims]"),
        ("[facts.talk]", "says = \"partners may talk\"", "\"talk\" is not recognized in [facts]"),
        ("[rules]", "\"1, 2\" = \"both\"", "`1, 2` in [rules] cannot be cited"),
        ("id = \"ours\"", "fallback = \"1\"\nfallback-to = \"ours\"", "names this rulebook itself"),
    ] {
        ours(&hall, |text| match text.contains(was) {
            true => text.replacen(was, &format!("{was}\n{is}"), 1),
            false => text.replacen("[rules]", &format!("{was}\n{is}\n\n[rules]"), 1),
        });
        let refused = hall.run(&new).fails(2, said);
        assert!(refused.err.contains("ours.toml:") && refused.err.contains("hint: "), "{}", refused.err);
    }
    ours(&hall, |text| text.replace("id = \"ours\"", "id = \"our rules\""));
    hall.run(&new).fails(2, "`id` in the rulebook is not a short name");
}

#[test]
fn rules_that_name_no_penalty_are_not_cited_for_one() {
    let hall = super::ruling_ladders::paired("club");
    let said = hall.run(&["rule", "1", "P1a", "promotion-form", "warning"]).ok().out;
    assert!(said.contains("warning (club paragraph 9, which sets no penalty)"), "{said}");
}

#[test]
fn on_paper_a_ruling_cites_paragraphs_where_a_source_has_no_numbers_and_calls_an_offence_as_its_rulebook_does() {
    let hall = Hall::empty();
    let phone = "[offences.phone]\nname = \"used a phone\"\nrule = \"2\"\n\n[offences.spectator]";
    ours(&hall, |text| text.replace("[offences.spectator]", phone));
    hall.run(&["new", "spring", "--name", "Spring", "--rulebook", "ours.toml"]).ok();
    hall.run(&["section", "add", "Open"]).ok();
    hall.enter_teams("Open", 1..=4);
    hall.run(&["pair"]).ok();
    hall.run(&["rule", "1", "P1a", "phone", "warning"]).ok().says("used a phone: warning (ours paragraph 2");
    hall.run(&["ruling", "show", "1", "-o", "slip.txt"]).ok();
    let slip = std::fs::read_to_string(hall.path("slip.txt")).expect("written");
    assert!(slip.contains("used a phone") && slip.contains("paragraph 2") && !slip.contains("rule 2"), "{slip}");
    assert!(slip.contains("This is the organizer's choice; the rules don't say who hears appeals."), "{slip}");
    hall.run(&["official", "add", "Sue", "--role", "section-chief"]).ok();
    hall.run(&["official", "add", "Flo", "--role", "floor-chief"]).ok();
    hall.run(&["appeal", "file", "1", "--by", "P1a"]).ok();
    hall.run(&["appeal", "decide", "1", "--stands"]).ok();
    hall.run(&["ruling", "show", "1", "-o", "slip.txt", "--force"]).ok();
    let slip = std::fs::read_to_string(hall.path("slip.txt")).expect("written");
    assert!(slip.contains("once more") && slip.contains("the organizer's choice"), "{slip}");
}

#[test]
fn where_two_teams_play_one_match_only_a_second_one_is_reported_as_the_organisers_choice() {
    let once = "the rulebook has two teams play just one match (uscf-2006 rule 2)";
    let hall = Hall::under("uscf-2006");
    hall.run(&["section", "add", "Twice", "--matches", "2"]).ok().says(once);
    hall.run(&["section", "add", "Round", "--pairing", "double-round-robin"]).ok().says(once);
    let added = hall.run(&["section", "add", "Open"]).ok();
    assert!(!added.out.contains(once) && !added.err.contains(once));
    hall.run(&["section", "edit", "Open", "--matches", "2"]).ok().says(once);
    let edited = hall.run(&["section", "edit", "Open", "--rounds", "3"]).ok();
    assert!(!edited.out.contains(once) && !edited.err.contains(once), "said once");
    for book in ["us-chess-2018", "oscf-2012", "fide-blitz-3", "club"] {
        let added = Hall::under(book).run(&["section", "add", "Twice", "--matches", "2"]).ok();
        assert!(!added.out.contains("one match only") && !added.err.contains("one match only"), "{book}");
    }
}
