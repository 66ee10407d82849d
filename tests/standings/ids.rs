//! The ids of tie-breaks that directors type, and what is answered to one that is misspelt.

use bughouse::standings::TieBreak;

#[test]
fn every_id_reads_back_so_that_none_is_used_twice() {
    for tie_break in TieBreak::all() {
        assert_eq!(tie_break.id().parse(), Ok(tie_break));
    }
}

#[test]
fn every_id_of_the_contract_is_there() {
    let us = "modified-median solkoff median cumulative cumulative-of-opposition result-between-tied kashdan sonneborn-berger wins usat";
    let fide = "fide-bh fide-bh-c1 fide-bh-m1 fide-sb fide-de fide-ps fide-wins fide-won fide-koya fide-fb fide-aob fide-rep fide-std";
    for id in us.split(' ').chain(fide.split(' ')).chain(["fide-sssc", "fide-ede", "fide-esb-mm", "lot"]) {
        assert_eq!(id.parse::<TieBreak>().map(TieBreak::id), Ok(id.to_owned()));
    }
}

#[test]
fn a_misspelt_id_is_answered_with_the_nearest() {
    let nearest = |text: &str| text.parse::<TieBreak>().expect_err("not an id").nearest;
    assert_eq!(nearest("solkof"), ["solkoff"]);
    assert_eq!(nearest("modified-meadian")[0], "modified-median");
    assert_eq!(nearest("bh-c1")[0], "fide-bh-c1");
    assert!(nearest("xyz").is_empty());
}

#[test]
fn the_message_says_what_to_type() {
    let error = "kashden".parse::<TieBreak>().expect_err("not an id");
    assert_eq!(error.to_string(), "no tie-break is called \"kashden\"; did you mean kashdan?");
    let error = "xyz".parse::<TieBreak>().expect_err("not an id").to_string();
    assert!(
        error.contains("the choices are modified-median, ") && error.contains(", lot; FIDE's begin with fide-"),
        "{error}"
    );
}
