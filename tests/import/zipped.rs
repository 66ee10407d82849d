//! The smallest XLSX workbook: a zip archive of stored XML, text in the cells, numbers where a cell is one. What begins with = is a
//! formula without its value.

/// A workbook with these worksheets.
pub fn workbook(sheets: &[(&str, &[Vec<String>])]) -> Vec<u8> {
    let numbered = || sheets.iter().enumerate().map(|(i, (name, rows))| (i + 1, *name, *rows));
    let list: String =
        numbered().map(|(n, name, _)| format!("<sheet name=\"{name}\" sheetId=\"{n}\" r:id=\"rId{n}\"/>")).collect();
    let relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    let package = "http://schemas.openxmlformats.org/package/2006";
    let targets: String = numbered()
        .map(|(n, ..)| {
            format!("<Relationship Id=\"rId{n}\" Type=\"{relation}/worksheet\" Target=\"worksheets/sheet{n}.xml\"/>")
        })
        .collect();
    let mut files = vec![
        (
            "[Content_Types].xml".to_owned(),
            format!(
                "<Types xmlns=\"{package}/content-types\"><Default Extension=\"xml\" ContentType=\"application/xml\"/></Types>"
            ),
        ),
        (
            "_rels/.rels".to_owned(),
            format!(
                "<Relationships xmlns=\"{package}/relationships\"><Relationship Id=\"rId1\" Type=\"{relation}/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>"
            ),
        ),
        (
            "xl/workbook.xml".to_owned(),
            format!("<workbook xmlns=\"{main}\" xmlns:r=\"{relation}\"><sheets>{list}</sheets></workbook>"),
        ),
        (
            "xl/_rels/workbook.xml.rels".to_owned(),
            format!("<Relationships xmlns=\"{package}/relationships\">{targets}</Relationships>"),
        ),
    ];
    for (n, _, rows) in numbered() {
        let rows: String = rows.iter().enumerate().map(|(i, row)| row_xml(i + 1, row)).collect();
        files.push((
            format!("xl/worksheets/sheet{n}.xml"),
            format!("<worksheet xmlns=\"{main}\"><sheetData>{rows}</sheetData></worksheet>"),
        ));
    }
    archive(&files)
}

fn row_xml(number: usize, cells: &[String]) -> String {
    let escaped = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let cell = |(column, text): (usize, &String)| {
        let at = format!("{}{number}", char::from(b'A' + column as u8));
        match text.parse::<f64>() {
            _ if text.is_empty() => String::new(),
            _ if text.starts_with('=') => format!("<c r=\"{at}\"><f>{}</f><v></v></c>", escaped(&text[1..])),
            Ok(figure) => format!("<c r=\"{at}\"><v>{figure}</v></c>"),
            Err(_) => {
                format!("<c r=\"{at}\" t=\"inlineStr\"><is><t xml:space=\"preserve\">{}</t></is></c>", escaped(text))
            }
        }
    };
    let cells: String = cells.iter().enumerate().map(cell).collect();
    format!("<row r=\"{number}\">{cells}</row>")
}

/// A zip archive without compression.
fn archive(files: &[(String, String)]) -> Vec<u8> {
    let mut archive = Vec::new();
    let mut directory = Vec::new();
    for (name, text) in files {
        let offset = archive.len() as u32;
        let (sum, size) = (crc32(text.as_bytes()), text.len() as u32);
        let mut common = vec![20, 0, 0, 8, 0, 0, 0, 0, 0, 0];
        for number in [sum, size, size] {
            common.extend(number.to_le_bytes());
        }
        common.extend((name.len() as u16).to_le_bytes());
        common.extend([0, 0]);
        archive.extend(b"PK\x03\x04");
        archive.extend(&common);
        archive.extend(name.as_bytes());
        archive.extend(text.as_bytes());
        directory.extend(b"PK\x01\x02\x14\x00");
        directory.extend(&common);
        directory.extend([0; 10]);
        directory.extend(offset.to_le_bytes());
        directory.extend(name.as_bytes());
    }
    let (count, start, size) = (files.len() as u16, archive.len() as u32, directory.len() as u32);
    archive.extend(directory);
    archive.extend(b"PK\x05\x06\0\0\0\0");
    archive.extend(count.to_le_bytes());
    archive.extend(count.to_le_bytes());
    archive.extend(size.to_le_bytes());
    archive.extend(start.to_le_bytes());
    archive.extend([0, 0]);
    archive
}

fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32, byte: &u8| {
        (0..8).fold(crc ^ u32::from(*byte), |c, _| if c & 1 == 1 { (c >> 1) ^ 0xEDB8_8320 } else { c >> 1 })
    };
    !bytes.iter().fold(!0, step)
}
