import Foundation

/// Feeds with pictures that are hard to decode, in rows and in articles.
extension HostileFile {
  public static let pictures: [HostileFile] = [
    svg("svg-embedded-picture") { size in
      let png = Data(PNG.black(side: size.pick(20_000, 30_000))).base64EncodedString()
      return "<image width='100' height='100' xlink:href='data:image/png;base64,\(png)'/>"
    },
    svg("svg-filters") { _ in
      let blurs = (0..<50).map {
        "<feGaussianBlur stdDeviation='\(100 + $0)'/><feTurbulence numOctaves='9' baseFrequency='0.05'/>"
      }
      return "<filter id='f' x='-9' y='-9' width='99' height='99'>\(blurs.joined())</filter>"
        + "<rect width='9000' height='9000' filter='url(#f)'/>"
    },
    svg("svg-uses") { size in
      let levels = size.pick(7, 12)
      let groups = (1...levels).map { level in
        "<g id='g\(level)'>" + String(repeating: "<use xlink:href='#g\(level - 1)'/>", count: 10) + "</g>"
      }
      return
        "<defs><rect id='g0' width='9' height='9'/>\(groups.joined())</defs><use xlink:href='#g\(levels)'/>"
    },
    svg("svg-patterns") { _ in
      let patterns = (1...20).map {
        "<pattern id='p\($0)' width='.01' height='.01'><rect width='99' height='99' fill='url(#p\($0 - 1))'/></pattern>"
      }
      return patterns.joined() + "<rect width='999' height='999' fill='url(#p20)'/>"
    },
    svg("svg-nesting") { String(repeating: "<g>", count: $0.pick(20_000, 1_000_000)) },
    svg("svg-path") {
      "<path stroke='red' d='M0 0\(String(repeating: " L9 9 0 9", count: $0.pick(20_000, 1_000_000)))'/>"
    },
    svg("svg-text") {
      "<text font-size='9'>\(String(repeating: "a\u{301}", count: $0.pick(20_000, 1_000_000)))</text>"
    },
    svg("svg-foreign-files") { _ in
      "<image width='9' height='9' xlink:href='file:///dev/zero'/><image width='9' height='9' xlink:href='/etc/passwd'/>"
        + "<image width='9' height='9' xlink:href='http://127.0.0.1:9/x.png'/><style>@import url(file:///etc/passwd);</style>"
    },
    picture("svg-size", "svg") { _ in
      Array(
        "<svg xmlns='http://www.w3.org/2000/svg' width='1e9' height='1e9'><rect width='9' height='9'/></svg>"
          .utf8)
    },
    picture("svg-laughter", "svg") { _ in
      var types = "<!ENTITY a0 'haha'>"
      for level in 1...9 {
        types += "<!ENTITY a\(level) '\(String(repeating: "&a\(level - 1);", count: 10))'>"
      }
      return Array(
        "<!DOCTYPE svg [\(types)]><svg xmlns='http://www.w3.org/2000/svg'><text>&a9;</text></svg>".utf8)
    },
    picture("png-bomb", "png") { PNG.black(side: $0.pick(20_000, 60_000)) },
    picture("png-cut-off", "png") { Array(PNG.black(side: $0.pick(200, 2_000)).dropLast(60)) },
    picture("png-wrong-header", "png") { _ in
      Array(PNG.black(side: 4).prefix(24)) + Array(repeating: 0xFF, count: 500)
    },
    picture("gif-size", "gif") { _ in
      Array("GIF89a".utf8) + [
        0xFF, 0xFF, 0xFF, 0xFF, 0x80, 0, 0, 0, 0, 0, 255, 255, 255, 0x2C, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF,
        0, 2, 2, 0x44, 1, 0, 0x3B,
      ]
    },
    picture("not-a-picture", "jpg") { _ in Array(repeating: 0xD8, count: 5_000) },
    HostileFile("pictures-arrive-late", view: .turning) { folder, size in
      // They are decoded while the next article comes, which has fewer rows. None is shown twice: it would be known then. So many
      // articles are turned to.
      let (articles, each) = (size.pick(52, 300), 12)
      let pictures = (0..<28).map { PNG.black(side: [20, 40, 80, 700][$0 % 4] + $0 % 7) }
      for number in 0..<articles * each {
        try folder.write(pictures[number % pictures.count], to: "late-\(number).png")
      }
      let items = (0..<2 * articles).map { entry -> HostileFeedText.Item in
        guard entry % 2 == 0 else { return .init(title: "Entry \(entry)", html: "<p>short</p>") }
        let rows = (0..<each).map { "<p>\($0)</p><img src='late-\(entry / 2 * each + $0).png'>" }
        return .init(title: "Entry \(entry)", html: rows.joined())
      }
      return [
        try folder.write(HostileFeedText(title: "Late", items: items).json, to: "pictures-arrive-late.json")
      ]
    },
    HostileFile("picture-is-a-fifo") { folder, _ in
      guard mkfifo(folder.path + "/fifo.png", 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
      return [try folder.write(feed(of: "fifo.png"), to: "picture-is-a-fifo.json")]
    },
    HostileFile("picture-is-a-folder") { folder, _ in
      try FileManager.default.createDirectory(
        atPath: folder.path + "/folder.png", withIntermediateDirectories: true)
      return [try folder.write(feed(of: "folder.png"), to: "picture-is-a-folder.json")]
    },
    HostileFile("picture-is-endless") { folder, _ in
      try FileManager.default.createSymbolicLink(
        atPath: folder.path + "/endless.png", withDestinationPath: "/dev/zero")
      return [try folder.write(feed(of: "endless.png"), to: "picture-is-endless.json")]
    },
  ]

  private static func svg(_ name: String, _ body: @escaping @Sendable (Size) -> String) -> HostileFile {
    picture(name, "svg") { size in
      Array(
        ("<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' width='900' height='900'>"
          + body(size) + "</svg>").utf8)
    }
  }

  private static func picture(
    _ name: String, _ extension: String, _ bytes: @escaping @Sendable (Size) -> [UInt8]
  ) -> HostileFile {
    HostileFile(name) { folder, size in
      try folder.write(bytes(size), to: "\(name).\(`extension`)")
      return [try folder.write(feed(of: "\(name).\(`extension`)"), to: "\(name).json")]
    }
  }

  private static func feed(of picture: String) -> [UInt8] {
    HostileFeedText(
      title: "Pictures",
      items: (0..<3).map {
        .init(title: "Entry \($0)", html: "<p>Text</p><img src='\(picture)'>", image: picture)
      }
    ).json
  }
}
