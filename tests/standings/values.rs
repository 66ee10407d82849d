//! Values of tie-breaks: how they print, compare and go into JSON.

use bughouse::standings::Value;

#[test]
fn prints_halves_quarters_and_thirds() {
    let shown: Vec<String> = [(25, 2), (1, 2), (-3, 2), (21, 4), (38, 1), (107, 8), (0, 4), (-1, 4)]
        .map(|(over, under)| Value::fraction(over, under).to_string())
        .into();
    assert_eq!(shown, ["12½", "½", "-1½", "5.25", "38", "13.38", "0", "-0.25"]);
}

#[test]
fn is_kept_in_lowest_terms_and_compares_exactly() {
    assert_eq!(Value::fraction(6, -4), Value::fraction(-3, 2));
    assert_eq!(Value::fraction(1, 3) + Value::fraction(1, 6), Value::fraction(1, 2));
    assert!(Value::fraction(1, 3) > Value::fraction(333_333_333, 1_000_000_000));
}

#[test]
fn is_a_number_in_json() {
    let json = |value: Value| serde_json::to_string(&value).expect("a number always serialises");
    assert_eq!((json(Value::fraction(25, 2)), json(Value::whole(7))), ("12.5".into(), "7".into()));
}
