//! A small file under each set of headings that registration and pairing programs write.

use super::rosters::{lines, sound, sound_with};
use bughouse::interchange::registrations::{How, Layout, Options};

fn check(text: &str, expected: &[&str]) {
    assert_eq!(lines(&sound(text.as_bytes())), expected, "{text}");
}

#[test]
fn pairing_program_master_lists() {
    check(
        "ID,Rate,Exp.,Ttl,Gr,Team,Name\n12345678,1641P17,2027-01,,3,ROOKS,\"Lee, Ann\"\n,unr,,,K,ROOKS,\"Kim, Bo\"\n",
        &["ROOKS: Ann Lee 3 1641 #12345678 + Bo Kim K"],
    );
    check(
        "USCF ID\tRtng\tExp\tTitle\tGrade\tTeam\tLast Name\tFirst Name\n77\t900\t\t\t3\tROOKS\tLee\tAnn\n78\t0\t\t\t3\tROOKS\tKim\tBo\n",
        &["ROOKS: Ann Lee 3 900 #77 + Bo Kim 3 #78"],
    );
    check(
        "Name,Rating,USCF ID,Club,State,Team,Email,Phone,Exp\nAnn Lee,1200,1,Oak,OR,Rooks,a@example.org,555,2027\nBo Kim,,2,,OR,Rooks,,,\n",
        &["Rooks: Ann Lee 1200 #1 @Oak + Bo Kim #2"],
    );
    check(
        "Full name,Regular rating,Rating 2,Membership ID,Membership exp,Club,St,Team\nAnn Lee,1200,1100,1,,Oak,OR,Rooks\nBo Kim,900,1500,2,,Oak,OR,Rooks\n",
        &["Rooks: Ann Lee 1200 #1 @Oak + Bo Kim 900 #2 @Oak"],
    );
    check(
        "name,ID,rating(s),team code,expanded team name,grade,expiration,state,byes,fees\nAnn Lee,1,1200,RK,Rooks on Fire,3,,OR,,25\nBo Kim,2,,RK,Rooks on Fire,2,,OR,\"1,2\",25\n",
        &["Rooks on Fire: Ann Lee 3 1200 #1 + Bo Kim 2 #2"],
    );
    check(
        "D_PAIR_NUM,D_MEM_ID,D_NAME,D_STATE,D_RATING,D_RND01\n1,12345678,\"LEE, ANN\",OR,1200,W12B\n",
        &["needs a partner: ANN LEE 1200 #12345678"],
    );
}

#[test]
fn uscf_is_an_id_or_a_rating_by_its_values() {
    check("Name,USCF\nAnn Lee,12345678\n", &["needs a partner: Ann Lee #12345678"]);
    check("Name,USCF\nAnn Lee,1200\nBo Kim,unr\n", &["needs a partner: Ann Lee 1200", "needs a partner: Bo Kim"]);
    check("Name,USCF,Rtg\nAnn Lee,12345678,1200\n", &["needs a partner: Ann Lee 1200 #12345678"]);
}

#[test]
fn a_ladder_with_an_empty_heading_and_numbered_rounds() {
    let rounds: String = (1..=31).map(|n| format!("{n}\t")).collect();
    let results = "2L8_\t11W14_".to_owned() + &"\t".repeat(30);
    let text = format!(
        "Group\tLast Name\tFirst Name\tRating\tRnk\tN Rate\tGr\t\tX\tPhone\tInfo\tSchool\tRoom\t{rounds}Version 1.21\n\
         A1\tLee\tAnn\t 1279\t1\t 1290\t3\t\t\t555\t\tOak\t12\t{results}\n\
         A1\tKim\tBo\t-1\t2\t\tK\t\t\t\t\tElm\t\t{results}\n"
    );
    check(&text, &["needs a partner: Ann Lee 3 1279 @Oak", "needs a partner: Bo Kim K @Elm"]);
    assert_eq!(sound(text.as_bytes()).entries[0].registration.group.as_deref(), Some("A1"));
}

#[test]
fn scholastic_web_apps() {
    check(
        "uscfId,firstName,lastName,middleName,state,uscfExpiration,regularRating,dob,grade,section,email,phone,zipCode,studentType,school,district\n\
         12345678,Ann,Lee,Q,CA,2027-01-01,1200,2017-01-01,3,K-6,a@example.org,555,90000,private,Oak,LA\n",
        &["K-6 / needs a partner: Ann Lee 3 1200 #12345678 @Oak"],
    );
    check(
        "\u{feff}Team Name,Player 1,Player 2,Player 3,Player 4,Player 5 (Optional)\nRooks,Ann Lee,Bo Kim,,,\n",
        &["Rooks: Ann Lee + Bo Kim"],
    );
    check(
        "Team Name,Player 1,Player 2,Flight,Handicap\n\"North | South\",Ann Lee,Bo Kim,A,3\n\"East | West\",Cy Day,Di Eck,A,4\n",
        &["North | South: Ann Lee + Bo Kim", "East | West: Cy Day + Di Eck"],
    );
    check("Rank,Team Name,Player 1,Player 2,Score\n1,Rooks,Ann Lee,Bo Kim,4\n", &["Rooks: Ann Lee + Bo Kim"]);
}

#[test]
fn online_forms_that_ask_questions() {
    check(
        "Timestamp,Email Address,\"What is your child's name (first, last)?\",What grade is your child in?,Which school does your child attend?,\"Who is your child's partner, if any?\"\n\
         15/03/2026 14:32:11,a@example.org,Ann Lee,3rd,Oak,Bo Kim\n\
         15/03/2026 14:40:00,b@example.org,Bo Kim,Kindergarten,Home school,Ann Lee\n\
         15/03/2026 15:01:59,c@example.org,Cy Day,5th grade,Elm,need\n",
        &["Kim-Lee: Ann Lee 3 @Oak + Bo Kim K", "needs a partner: Cy Day 5 @Elm"],
    );
}

#[test]
fn check_in_forms_on_paper_typed_in() {
    check(
        "Team name,Player 1 name,Player 1 cell,Player 2 name,Player 2 cell\nRooks,Ann Lee,555,Bo Kim,556\n",
        &["Rooks: Ann Lee + Bo Kim"],
    );
    check(
        "Player,Team-mate\nAnn Lee,Bo Kim\nCy Day,please assign\n",
        &["Kim-Lee: Ann Lee + Bo Kim", "needs a partner: Cy Day"],
    );
    check(
        "First name,Last name,Partner first name,Partner last name\nAnn,Lee,Bo,Kim\nBo,Kim,Ann,Lee\nCy,Day,,\n",
        &["Kim-Lee: Ann Lee + Bo Kim", "needs a partner: Cy Day"],
    );
}

#[test]
fn a_club_list_of_keys_and_values() {
    check(
        "Name=Fischer, Bobby\nI. D.#=31415926\nRating=2825\n\nName=Lee, Ann\nRating=1200\nTeam=Rooks\n\nName=Kim, Bo\nTeam=Rooks\nadvance byes=1z 4\n",
        &["needs a partner: Bobby Fischer 2825 #31415926", "Rooks: Ann Lee 1200 + Bo Kim"],
    );
}

#[test]
fn the_same_headings_twice_are_two_children() {
    check(
        "Team,Name,Grade,Rating,Name,Grade,Rating,School\nRooks,Ann Lee,3,900,Bo Kim,2,,Oak\n",
        &["Rooks [Oak]: Ann Lee 3 900 + Bo Kim 2"],
    );
    check(
        "Team,First,Last,School,First,Last,School\nRooks,Ann,Lee,Oak,Bo,Kim,Elm\n",
        &["Rooks: Ann Lee @Oak + Bo Kim @Elm"],
    );
    check("Team,Name,Grade,Name2,Grade2\nRooks,Ann Lee,3,Bo Kim,2\n", &["Rooks: Ann Lee 3 + Bo Kim 2"]);
}

#[test]
fn first_and_second_or_one_and_two_are_the_partners_where_nothing_else_names_them() {
    for headings in ["First,Second", "Player First,Player Second", "1st,2nd", "1,2", "#1,#2", "A,B"] {
        check(
            &format!("Team,{headings},Notes\nRooks,Ann Lee,Bo Kim,\n,Cy Day,Di Eck,\n"),
            &["Rooks: Ann Lee + Bo Kim", "Day-Eck: Cy Day + Di Eck"],
        );
    }
    check("Team,First,First Grade,Second,Second Grade\nRooks,Ann Lee,3,Bo Kim,2\n", &["Rooks: Ann Lee 3 + Bo Kim 2"]);
    check("Name,First,Second\nRooks,Ann Lee,Bo Kim\n", &["Rooks: Ann Lee + Bo Kim"]);
    check("First,Second,Last,Team\nAnn,Sue,Lee,R\nBo,,Kim,R\n", &["R: Ann Lee + Bo Kim"]);
    check("Name,Team,1,2\nAnn Lee,R,1,0\nBo Kim,R,0,1\n", &["R: Ann Lee + Bo Kim"]);
}

#[test]
fn names_in_every_arrangement_are_one() {
    for text in [
        "Name,Team\nAnn Lee,R\nBo Kim,R\n",
        "\"Last, First\",Team\n\"Lee, Ann\",R\n\"Kim, Bo\",R\n",
        "Last,First,Team\nLee,Ann,R\nKim,Bo,R\n",
        "LASTNAME;FIRSTNAME;TEAM\nLee;Ann;R\nKim;Bo;R\n",
        "Name,Last Name,Team\nAnn,Lee,R\nBo,Kim,R\n",
        "Name,Last Name,Team\nAnn Lee,Lee,R\nBo Kim,Kim,R\n",
        "Apellido,Nombre,Equipo\nLee,Ann,R\nKim,Bo,R\n",
    ] {
        check(text, &["R: Ann Lee + Bo Kim"]);
    }
}

#[test]
fn the_mapping_is_shown_and_corrected() {
    let text = b"Who,Points,Class,Squad\nAnn Lee,1200,3,Rooks\nBo Kim,,2,Rooks\n";
    let map = ["name=Who", "rating=2", "grade=C"].map(|a| a.parse().unwrap()).to_vec();
    let reading = sound_with(text, &Options { map, ..Options::default() });
    assert_eq!(lines(&reading), ["Rooks: Ann Lee 3 1200 + Bo Kim 2"]);
    assert_eq!(reading.layout(), Layout::RowPerPlayer);
    let shown: Vec<String> = reading
        .mapping
        .columns
        .iter()
        .map(|c| format!("{} {} {:?} {:?}", c.number, c.heading, c.field.map(|f| f.to_string()), c.how))
        .collect();
    assert_eq!(shown[3], format!("4 Squad {:?} {:?}", Some("team".to_owned()), How::Heading));
    assert_eq!(shown[1], format!("2 Points {:?} {:?}", Some("rating".to_owned()), How::Asked));
}

#[test]
fn real_school_names_are_unharmed() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/data/names");
    let mut names: Vec<String> = Vec::new();
    for file in ["schools_dc.txt", "schools_hn.csv"] {
        match std::fs::read_to_string(format!("{folder}/{file}")) {
            Ok(text) => names.extend(text.lines().map(|line| line.split(',').next().unwrap_or("").trim().to_owned())),
            Err(_) => eprintln!("skipped: {folder}/{file} is not here"),
        }
    }
    names.retain(|name| !name.is_empty() && name != "name");
    if names.is_empty() {
        return;
    }
    let rows: String =
        names.iter().enumerate().map(|(i, name)| format!("Child {i},\"{}\"\n", name.replace('"', "\"\""))).collect();
    let reading = sound(format!("Name,School\n{rows}").as_bytes());
    let schools: Vec<String> =
        reading.entries.iter().filter_map(|e| e.registration.children()[0].school.clone()).collect();
    assert_eq!(schools, names);
}

#[test]
fn ratings_and_byes_of_a_row_a_team_under_their_everyday_headings() {
    check(
        "Team,Player 1,Grade,USCF Rtg,Player 2,Grade,USCF Rtg,School,Comments / Byes\nRooks,Ann Lee,3,1200,Bo Kim,4,1100,Oak,bye round 2\n",
        &["Rooks [Oak]: Ann Lee 3 1200 + Bo Kim 4 1100"],
    );
    for (heading, wish) in [("Comments / bye requests", "bye round 2"), ("Bye Rds", "2")] {
        let byes = sound(format!("Name,{heading}\nAnn Lee,{wish}\n").as_bytes());
        assert_eq!(byes.entries[0].requests.len(), 1, "{heading}");
    }
    let text =
        "Team,Player 1,Quick Rating,Regular,Player 2,Quick Rating,Regular\nRooks,Ann Lee,900,1200,Bo Kim,800,1100\n";
    let map = ["rating-1=Regular[1]", "rating-2=Regular[2]"].map(|a| a.parse().unwrap()).to_vec();
    let reading = sound_with(text.as_bytes(), &Options { map, ..Options::default() });
    assert_eq!(lines(&reading), ["Rooks: Ann Lee 1200 + Bo Kim 1100"]);
    check("Name,Quick Rating\nAnn Lee,900\n", &["needs a partner: Ann Lee 900"]);
}
