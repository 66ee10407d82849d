//! Addresses for a camera: QR codes as pictures.

use qrcode::render::svg;
use qrcode::{EcLevel, QrCode};

/// A QR code as SVG, with the quiet space around it that cameras need; empty where the text is too long for one.
pub fn qr(text: &str) -> String {
    QrCode::with_error_correction_level(text, EcLevel::M)
        .map(|code| code.render::<svg::Color<'_>>().min_dimensions(1, 1).build())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::qr;

    #[test]
    fn an_address_becomes_a_picture_that_loads_nothing() {
        let picture = qr("http://192.168.1.20:7777/s/AB12CD34");
        assert!(picture.contains("<svg") && picture.contains("viewBox") && !picture.contains("href"), "{picture}");
        assert_eq!(qr(&"x".repeat(5000)), "");
    }
}
