import Expectations
import Testing

@testable import FeedViewer

/// The preview of a link before it is followed.
struct LinkPreviewTests {
  typealias Remark = LinkPreview.Remark

  @Test(
    arguments: [
      // Ordinary addresses.
      ("here", "https://example.org/a/b?c=d#e", "https://example.org/a/b?c=d#e", []),
      ("here", "HTTPS://Example.ORG:8080/A", "https://example.org:8080/A", []),
      ("mail", "mailto:ann@example.org?subject=x", "mailto:ann@example.org?subject=x", []),
      // Text that is not the host.
      ("x", "https://paypal.com@evil.example/", "https://evil.example/", [.userInfo(host: "evil.example")]),
      ("x", "https://a:b@c@evil.example/", "https://evil.example/", [.userInfo(host: "evil.example")]),
      ("x", "https:\\\\evil.example\\@paypal.com/", "https://evil.example\\@paypal.com/", []),
      ("x", "https:evil.example/paypal.com", "https://evil.example/paypal.com", []),
      ("x", " ht\ntps://ev\til.example/ ", "https://evil.example/", []),
      ("x", "https://%65vil%2Eexample/", "https://evil.example/", []),
      ("x", "https://evil\u{3002}example/", "https://evil.example/", []),
      ("x", "https:///", "https:///", [.noHost]),
      ("x", "https://a b/", "https://a%20b/", [.noHost]),
      // Letters of other scripts.
      (
        "x", "https://münchen.example/straße", "https://xn--mnchen-3ya.example/straße",
        [.hostInOtherLetters("münchen.example")]
      ),
      (
        "x", "https://xn--mnchen-3ya.example/", "https://xn--mnchen-3ya.example/",
        [.hostInOtherLetters("münchen.example")]
      ),
      ("x", "https://аррӏе.com/", "https://xn--80ak6aa92e.com/", [.deceptiveHost("аррӏе.com")]),
      ("x", "https://xn--80ak6aa92e.com/", "https://xn--80ak6aa92e.com/", [.deceptiveHost("аррӏе.com")]),
      ("x", "https://pаypal.com/", "https://xn--pypal-4ve.com/", [.deceptiveHost("pаypal.com")]),
      (
        "x", "https://日本語abc.example/", "https://xn--abc-s08fl0dtz6h.example/",
        [.hostInOtherLetters("日本語abc.example")]
      ),
      ("x", "https://xn--999999999.com/", "https://xn--999999999.com/", []),
      // Invisible characters and direction overrides.
      ("x", "https://evil.example/\u{202E}gpj.exe", "https://evil.example/%E2%80%AEgpj.exe", []),
      ("x", "https://evil.example/a\u{200B}b\u{AD} c", "https://evil.example/a%E2%80%8Bb%C2%AD%20c", []),
      ("x", "https://evil.example/א/paypal.com", "https://evil.example/%D7%90/paypal.com", []),
      // Files and other schemes.
      ("x", "file:///etc/passwd", "file:///etc/passwd", [.fileOnThisComputer]),
      ("x", "notes.pdf", "notes.pdf", [.fileOnThisComputer]),
      ("x", "smb://host/share", "smb://host/share", [.notOpened(scheme: "smb")]),
      ("x", "JavaScript:alert(1)", "JavaScript:alert(1)", [.notOpened(scheme: "javascript")]),
      ("x", "", "", [.fileOnThisComputer]),
    ] as [(String, String, String, [Remark])])
  func theAddressIsShownWithItsHost(text: String, address: String, shown: String, remarks: [Remark]) {
    let preview = LinkPreview(text: text, address: address)
    expect(preview.address, equals: shown)
    expect(preview.remarks, equals: remarks)
  }

  @Test(arguments: [
    ("paypal.com", "https://evil.example/", "paypal.com"),
    ("https://www.paypal.com/login", "https://evil.example/", "www.paypal.com"),
    ("Visit (PayPal.com), now", "https://evil.example/", "paypal.com"),
    ("pay\u{200B}pal.com", "https://evil.example/", "paypal.com"),
    ("paypal.com", "https://paypal.com.evil.example/", "paypal.com"),
    ("paypal.com", "https://paypal.com@evil.example/", "paypal.com"),
    ("www.bank.zz", "https://evil.example/", "www.bank.zz"),
    ("paypal.com", "https://www.paypal.com/x", nil),
    ("blog.paypal.com", "https://paypal.com/x", nil),
    ("paypal.com", "http://blog.paypal.com/x", nil),
    ("münchen.de", "https://xn--mnchen-3ya.de/", nil),
    ("a.com or b.org", "https://b.org/", nil),
    ("Node.js and README.md", "https://nodejs.example/", nil),
    ("report.pdf", "https://files.example/", nil),
    ("write to ann@paypal.com", "https://lists.example/", nil),
    ("Version 1.2.3 ... e.g. this", "https://v.example/", nil),
    ("", "https://v.example/", nil),
  ])
  func textThatNamesAnotherHostIsReported(text: String, address: String, other: String?) {
    let preview = LinkPreview(text: text, address: address)
    let found = preview.remarks.compactMap { remark in
      if case .otherHost(let name, _) = remark { name } else { nil }
    }
    expect(found, equals: [other].compactMap { $0 })
    if other != nil { expect(preview.isWarning && preview.words?.contains(other!) == true) }
  }

  @Test func longAddressesAreElidedInLinearTimeAndInvisibleCharactersSpelledOut() {
    // Long addresses are elided in the middle.
    let host = String(repeating: "long-label.", count: 20) + "example"
    let preview = LinkPreview(
      text: nil, address: "https://\(host)/start" + String(repeating: "x", count: 5_000) + "end.html")
    expect(preview.address.hasPrefix("https://\(host)/start"))
    expect(preview.address.hasSuffix("end.html"))
    expect(preview.address.contains("…") && preview.address.count < host.count + 100)
    // Each character of a long name takes nine when it is percent-encoded.
    let escaped = LinkPreview(
      text: nil, address: "https://a.example/" + String(repeating: "\u{200B}", count: 99_999))
    expect(escaped.address.count < 800)
    // Preview work grows linearly with the address.
    func time(_ count: Int) -> Double {
      let address = "https://a.example/" + String(repeating: "a\u{301}", count: count)
      let text = String(repeating: "\u{200B}a.", count: count)
      let start = threadSeconds()
      _ = LinkPreview(text: text, address: address)
      return threadSeconds() - start
    }
    _ = time(1_000)
    let small = (0..<3).map { _ in time(20_000) }.min()!
    let large = (0..<3).map { _ in time(160_000) }.min()!
    // Eight times as much text; quadratic work would take 64 times as long.
    expect(large < small * 24)
    // Invisible characters are spelled out.
    expect(UntrustedText.revealed("report\u{202E}fdp.desktop"), equals: "report[U+202E]fdp.desktop")
    expect(UntrustedText.revealed("a\nb\u{0}c d"), equals: "a[U+000A]b[U+0000]c d")
    expect(UntrustedText.revealed("große Übersicht (1).pdf"), equals: "große Übersicht (1).pdf")
    expect(UntrustedText.revealed(String(repeating: "a", count: 900)).count, equals: 301)
  }
}

struct PunycodeTests {
  /// Examples from RFC 3492, section 7.1.
  @Test(arguments: [
    ("ليهمابتكلموشعربي؟", "egbpdaj6bu4bxfgehfvwxn"), ("他们为什么不说中文", "ihqwcrb4cv8a8dqg056pqjye"),
    ("למההםפשוטלאמדבריםעברית", "4dbcagdahymbxekheh6e0a7fei0b"),
    ("почемужеонинеговорятпорусски", "b1abfaaepdrnnbgefbadotcwatmq2g4l"),
    ("3年b組金八先生", "3b-ww4c5e180e575a65lsy2b"), ("bücher", "bcher-kva"),
  ])
  func punycodeRoundTrips(label: String, ascii: String) {
    expect(Punycode.encoded(label), equals: ascii)
    expect(Punycode.decoded(ascii[...]), equals: label)
  }

  @Test func invalidPunycodeIsRefused() {
    for text in ["999999999", "a-\u{E9}", "zzzzzzzzzzzzzz", "a!b", String(repeating: "a", count: 300)] {
      expect(Punycode.decoded(text[...]) == nil, "\(text)")
    }
    expect(Punycode.encoded(String(repeating: "é", count: 300)) == nil)
  }
}
