import Expectations
import Testing

@testable import FeedViewerFeeds

@Suite struct FormatTests {
  @Test(arguments: [
    ("<rss><channel/></rss>", FeedFormat.rss),
    ("<rss version='0.91'><channel/></rss>", .rss),
    ("<channel><title>x</title></channel>", .rss),
    ("<item><title>x</title></item>", .rss),
    ("<feed xmlns='http://www.w3.org/2005/Atom'/>", .atom10),
    ("<feed xmlns='http://purl.org/atom/ns#'/>", .atom03),
    ("<feed/>", .atom10),
    ("<a:feed xmlns:a='HTTPS://www.w3.org/2005/atom/'/>", .atom10),
    ("<entry xmlns='http://www.w3.org/2005/Atom'/>", .atom10),
    ("<rdf:RDF xmlns='http://purl.org/rss/1.0/'><channel/></rdf:RDF>", .rss10),
    ("<rdf:RDF xmlns='http://my.netscape.com/rdf/simple/0.9/'><channel/></rdf:RDF>", .rss090),
    ("{\"version\":\"https://jsonfeed.org/version/1.1\"}", .jsonFeed),
    ("\u{FEFF}{\"items\":[]}", .jsonFeed),
    ("{\"feed\":[{\"title\":\"x\"}]}", .demo),
    ("<opml version='2.0'/>", .opml),
    ("junk <!-- c --><?pi?><!DOCTYPE rss [<!ENTITY a 'b'>]><rss/>", .rss),
  ])
  func recognisesTheFormatByItsContent(text: String, format: FeedFormat) throws {
    try expect(parse(text).format, equals: format)
  }

  @Test(arguments: [
    ("<opml><body><outline text='F'><outline text='a'/></outline></body></opml>", FeedFormat.opml),
    ("<feed><title>T</title><entry><title>a</title></entry></feed>", .atom10),
    ("<channel><title>T</title><item><title>a</title></item></channel>", .rss),
  ])
  func theFirstRootElementDecidesTheFormat(document: String, format: FeedFormat) throws {
    let feed = try parse(document)
    expect(feed.format, equals: format)
    for more in [
      "<junk/>", "<html><title>Page</title></html>", "<feed/>", "<opml><body/></opml>", "<entry",
      "<title>U</title>",
    ] {
      let same = try parse(document + more)
      expect(same.format, equals: format, "\(more)")
      expect(same.title, equals: feed.title, "\(more)")
      expect(same.outlineCount, equals: feed.outlineCount, "\(more)")
      expect(same.entries.map(\.title), equals: ["a"], "\(more)")
    }
    // Items after the root are still entries, but not part of a list of feeds.
    let titles = try parse(document + "<item><title>b</title></item>").entries.map(\.title)
    expect(titles, equals: format == .opml ? ["a"] : ["a", "b"])
  }

  @Test(arguments: [
    ("", FeedError.Reason.empty), (" \n\t ", .empty),
    ("<!DOCTYPE html><html><head><title>x</title></head></html>", .webPage),
    ("<!doctype html><title>x</title>", .webPage),
    ("{\"rss\":{\"chanel\":{}}}", .notAFeed(found: "a JSON file of another kind")),
    ("[1,2]", .notAFeed(found: "a JSON file of another kind")),
    ("<svg:svg xmlns:svg='x'/>", .notAFeed(found: "an XML document with the root element <svg:svg>")),
    ("hello", .notAFeed(found: "a text without any markup")),
    ("{\"items\":[", .cutOff),
    ("\u{1F}", .empty),
  ])
  func filesThatAreNotFeedsAreDescribed(text: String, reason: FeedError.Reason) {
    expect(refusal(text), equals: reason)
  }

  @Test func refusesBinaryAndDamagedFiles() {
    expect(refusal([0x89, 0x50, 0x4E, 0x47, 0x0D]), equals: .binary)
    expect(refusal([0x1F, 0x8B, 8, 0]), equals: .damagedCompression)
    expect(refusal([0, 0, 0, 0, 0]), equals: .binary)
    expect(refusal([0x4D, 0x5A, 0, 0, 0x3C, 0x71, 0x37, 0x3E]), equals: .binary)
    expect(refusal("中文文本"), equals: .notAFeed(found: "a text without any markup"))
  }

  @Test func errorsNameFilePositionAndRemedy() {
    do {
      _ = try FeedReader.parse(Array("{\n \"items\": [} ".utf8), named: "blog.json")
      Issue.record("accepted broken JSON")
    } catch {
      expect(
        error.description,
        equals: "blog.json, line 2, column 12: The JSON has an error: a value is expected here, not “}”")
    }
  }

  @Test func aFeedWrappedInAWebPageIsRead() throws {
    let feed = try parse(
      "<html><body><feed xmlns='http://www.w3.org/2005/Atom'><entry><title>a</title></entry></feed>")
    expect(feed.entries.map(\.title), equals: ["a"])
  }
}

@Suite struct EncodingTests {
  private let rss = "<rss><channel><title>café</title></channel></rss>"

  private func title(_ bytes: [UInt8]) throws -> String? {
    try FeedReader.parse(bytes, named: "test").title
  }

  @Test func aByteOrderMarkOverridesTheDeclaration() throws {
    let text = "<?xml version='1.0' encoding='iso-8859-1'?>" + rss
    try expect(title([0xEF, 0xBB, 0xBF] + Array(text.utf8)), equals: "café")
  }

  @Test func utf16IsReadWithAndWithoutAMark() throws {
    let little = rss.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    try expect(title([0xFF, 0xFE] + little), equals: "café")
    let declared = ("<?xml version='1.0'?>" + rss).utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    try expect(title(declared), equals: "café")
  }

  @Test func utf8DeclaredAsLatin1IsReadAsUTF8() throws {
    func titles(_ body: [UInt8], _ label: String = "ISO-8859-1") throws -> ([String?], [String]) {
      let head = "<?xml version='1.0' encoding='\(label)'?><rss><channel><item><title>"
      let feed = try FeedReader.parse(
        Array(head.utf8) + body + Array("</title></item></channel></rss>".utf8), named: "t")
      return (feed.entries.map(\.title), feed.warnings.map(\.repair.description))
    }
    let danish = "søndag på Brøndby, én af syv karantæneramte, får æblegrød i øjeblikket på Fyn"
    try expect(titles(Array(danish.utf8)) == ([danish], ["read as UTF-8"]))
    try expect(titles(Array("Euro €".utf8)) == (["Euro €"], ["read as UTF-8"]))
    try expect(titles(Array("é".utf8), "ISO-8859-2") == (["é"], ["read as UTF-8"]))
    try expect(titles(Array("Ж".utf8), "windows-1251") == (["Ж"], ["read as UTF-8"]))
    // windows-1252 is not declared by default, so one character is too little evidence against the declaration.
    try expect(titles(Array("Euro €".utf8), "windows-1252") == (["Euro €"], ["decoded again"]))
    try expect(titles(Array("€€".utf8), "windows-1252") == (["€€"], ["read as UTF-8"]))
    // Among many UTF-8 characters, a stray byte is decoded as declared.
    let many = Array(String(repeating: "ø", count: 20).utf8)
    let mixed = try titles(many + [0x20, 0xE6])
    expect(mixed == ([String(repeating: "ø", count: 20) + " æ"], ["read as UTF-8", "read as windows-1252"]))
    // Real Latin-1 is kept, even if two of its letters could be one UTF-8 character.
    try expect(titles([0xE9, 0x74, 0xE9]) == (["été"], []))
    try expect(titles([0xC3, 0xA9, 0x20, 0xE9]) == (["Ã© é"], []))
    // The same holds for other encodings.
    let czech = try titles(many + [0x20, 0xB9], "ISO-8859-2")
    expect(czech == ([String(repeating: "ø", count: 20) + " š"], ["read as UTF-8", "read as iso-8859-2"]))
    try expect(titles([0xB9, 0x65], "ISO-8859-2") == (["še"], []))
  }

  /// The first non-ASCII letter may come late; up to it the two encodings agree.
  @Test func undeclaredUTF8IsDetectedInAnyPiece() throws {
    let head = "<?xml version='1.0' encoding='ISO-8859-1'?>\r\n<rss><channel>\r\n<title>"
    for (letters, decoded, repairs) in [
      (Array("é日👩".utf8), "é日👩", ["read as UTF-8"]), ([0xE9, 0x74, 0xE9], "été", []),
      (
        Array("é日".utf8) + Array(repeating: 0x61, count: 400) + [0xE9, 0x20, 0xE9], nil,
        ["read as UTF-8", "read as windows-1252 from here on"]
      ),
    ] as [([UInt8], String?, [String])] {
      for filling in 0..<140 {
        let filler = String(repeating: "x", count: filling)
        let bytes = Array((head + filler).utf8) + letters + Array(" end".utf8)
        let (text, warnings) = bytes.withUnsafeBytes { raw in
          var text = SourceText(ByteSource(raw), headSize: 64, chunkSize: 64)
          while text.readMore(keeping: 0) {}
          return (text.bytes(0..<text.end).string, text.repairs)
        }
        let start = head.replacing("\r\n", with: "\n") + filler
        let long = String(repeating: "a", count: 400)
        expect(text, equals: start + (decoded ?? "é日\(long)é é") + " end")
        expect(warnings.map(\.repair.description), equals: repairs)
        expect(warnings.first.map { [$0.line, $0.column] } ?? [3, 8 + filling], equals: [3, 8 + filling])
      }
    }
  }

  @Test func anIncompleteCharacterAtTheEndDoesNotChangeTheEncoding() throws {
    for text in [
      "<rss><channel><title>a日", "<?xml version='1.0' encoding='utf-8'?><rss><channel><title>a日",
      "<?xml version='1.0' encoding='latin1'?><rss><channel><title>日本a日",
    ] {
      for count in 1...2 {
        let feed = try FeedReader.parse(Array(text.utf8.dropLast(count)), named: "t")
        expect(feed.title, equals: text.contains("latin1") ? "日本a" : "a")
        expect(feed.warnings.contains { $0.repair.description == "ignored at the end of the file" })
      }
    }
  }

  @Test func fewInvalidBytesDoNotChangeTheEncoding() throws {
    let many = String(repeating: "ø", count: 20)
    let bytes = Array("<rss><channel><title>\(many)".utf8) + [0xE9] + Array("</title></channel></rss>".utf8)
    let feed = try FeedReader.parse(bytes, named: "t")
    expect(feed.title, equals: many + "\u{FFFD}")
    expect(feed.warnings.map(\.repair.description), equals: ["replaced with U+FFFD"])
  }

  /// A file of damaged UTF-8 keeps its encoding, whether it declares it or not.
  @Test(arguments: ["", "<?xml version='1.0' encoding='UTF-8'?>"])
  func damagedBytesDoNotChangeTheEncoding(declaration: String) throws {
    func read(_ title: [UInt8]) throws -> (String?, [String]) {
      let feed = try FeedReader.parse(
        Array("\(declaration)<rss><channel><title>".utf8) + title
          + Array(" end</title></channel></rss>".utf8),
        named: "t")
      return (feed.title, feed.warnings.map(\.repair.description))
    }
    let replaced = ["replaced with U+FFFD"]
    try expect(read(Array("é".utf8) + [0xE9]) == ("é\u{FFFD} end", replaced))
    // What is left of a character is one sequence (The Unicode Standard, table 3-8).
    try expect(
      read(Array("é€".utf8) + [0xE2, 0x82, 0x20, 0xF0, 0x9F, 0x98]) == (
        "é€\u{FFFD} \u{FFFD} end", replaced
      ))
    try expect(read(Array("éé".utf8) + [0xE2, 0x28, 0x80]) == ("éé\u{FFFD}(\u{FFFD} end", replaced))
    try expect(read(Array("日本語".utf8) + [0xF0, 0x80, 0x80]) == ("日本語\u{FFFD}\u{FFFD}\u{FFFD} end", replaced))
    // More ill-formed sequences than well-formed ones.
    let whole = ["the whole file read as windows-1252"]
    try expect(read([0xE9]) == ("é end", whole))
    try expect(read(Array("é".utf8) + [0xE9, 0x20, 0xE8]) == ("Ã©é è end", whole))
  }

  @Test func onlyTheFirstMegabyteMakesAFileWindows1252() throws {
    func read(_ filler: Int) throws -> Feed {
      let bytes =
        Array("<rss><channel><description>".utf8) + [UInt8](repeating: 0x61, count: filler)
        + Array("</description><title>".utf8) + [0xE9, 0x20, 0xE8] + Array("</title></channel></rss>".utf8)
      return try FeedReader.parse(bytes, named: "t")
    }
    try expect(read(TextDecoder.evidenceSize - 100).title, equals: "é è")
    try expect(read(TextDecoder.evidenceSize).title, equals: "\u{FFFD} \u{FFFD}")
  }

  @Test func markupIsFoundAfterBytesThatGrowInDecoding() throws {
    let junk = [UInt8](repeating: 0x8B, count: 300)
    try expect(title(junk + Array("<rss><channel><title>café</title></channel></rss>".utf8)), equals: "café")
  }

  @Test func latin1IsReadAsWindows1252() throws {
    let text = "<?xml version=\"1.0\" encoding='ISO-8859-1' ?><rss><channel><title>"
    try expect(
      title(Array(text.utf8) + [0x93, 0xE9, 0x94] + Array("</title></channel></rss>".utf8)), equals: "“é”")
  }

  @Test func invalidUTF8MakesTheWholeFileWindows1252() throws {
    let feed = try FeedReader.parse(Array("<rss><channel><title>".utf8) + [0xE9, 0x20], named: "test")
    expect(feed.title, equals: "é")
    expect(feed.warnings.first?.repair.description, equals: "the whole file read as windows-1252")
  }

  @Test func anXMLDeclarationInsideJSONIsIgnored() throws {
    let text =
      #" {"version":"https://jsonfeed.org/version/1","title":"é <?xml encoding='shift_jis'?>","items":[]}"#
    try expect(title(Array(text.utf8)), equals: "é <?xml encoding='shift_jis'?>")
  }

  @Test func aWrongOrUnknownDeclarationIsIgnored() throws {
    for name in ["UTF-16", "utf8mb4"] {
      let feed = try parse("<?xml version='1.0' encoding='\(name)'?>" + rss)
      expect(feed.title, equals: "café")
      expect(feed.warnings.count, equals: 1)
    }
  }

  @Test func japaneseAndRussianEncodingsAreDecoded() throws {
    let head = "<?xml version='1.0' encoding='x-sjis'?><rss><channel><title>"
    try expect(title(Array(head.utf8) + [0x93, 0xFA, 0x96, 0x7B]), equals: "日本")
    let russian = "<?xml version='1.0' encoding='KOI8-R'?><rss><channel><title>"
    try expect(title(Array(russian.utf8) + [0xEB, 0xCF, 0xD4]), equals: "Кот")
  }
}
