import Foundation

/// Feeds with pictures, thumbnails, icons and links that lead out of their folder.
extension HostileFile {
  public static let outsidePictures: [HostileFile] = [
    HostileFile("pictures-outside") { folder, size in
      let (inner, names) = try outside(folder)
      let html = names.map { "<p>\($0)</p><img src=\"\($0)\"><a href=\"\($0)\">link</a>" }.joined()
      let items = (0..<size.pick(2, 2_000)).map { _ in HostileFeedText.Item(title: "t", html: html) }
      return [try inner.write(HostileFeedText(title: "Outside", items: items).json, to: "feed.json")]
    },
    HostileFile("thumbnails-outside") { folder, size in
      let (inner, names) = try outside(folder)
      let items = (0..<size.pick(30, 2_000)).map {
        HostileFeedText.Item(title: "t", text: "Text", image: names[$0 % names.count])
      }
      return [try inner.write(HostileFeedText(title: "Outside", items: items).json, to: "feed.json")]
    },
    HostileFile("media-outside") { folder, size in
      let (inner, names) = try outside(folder)
      let items = (0..<size.pick(30, 2_000)).map {
        let name = names[$0 % names.count].replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        return """
          <item><title>t</title><media:thumbnail url="\(name)"/><enclosure url="\(name)" type="image/png" length="9"/>
          <itunes:image href="\(name)"/></item>
          """
      }
      return [
        try inner.write(
          """
          <rss xmlns:media="http://search.yahoo.com/mrss/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">
          <channel><title>x</title><image><url>\(names[0])</url></image>\(items.joined())</channel></rss>
          """, to: "feed.xml")
      ]
    },
  ]

  /// A folder below another one, which has a picture that must not be shown, and addresses that lead to that.
  private static func outside(_ folder: HostileFolder) throws -> (HostileFolder, [String]) {
    let manager = FileManager.default
    let inner = HostileFolder(folder.path + "/inner-" + UUID().uuidString)
    try manager.createDirectory(atPath: inner.path, withIntermediateDirectories: true)
    try folder.write(ForbiddenColor.picture(side: 150), to: "secret.png")
    let secret = folder.path + "/secret.png"
    try manager.createSymbolicLink(atPath: inner.path + "/link.png", withDestinationPath: "../secret.png")
    try manager.createSymbolicLink(atPath: inner.path + "/absolute.png", withDestinationPath: secret)
    try manager.createSymbolicLink(atPath: inner.path + "/folder", withDestinationPath: "..")
    let encoded = secret.replacing("/", with: "%2F")
    return (
      inner,
      [
        "../secret.png", "./../secret.png", secret, "file://" + secret, "file://localhost" + secret,
        "file:" + secret,
        "file:" + encoded, "link.png", "absolute.png", "folder/secret.png", "%2e%2e/secret.png",
        "..%2Fsecret.png",
        ".%2e/secret.png", "%2e%2e%2fsecret.png", "..\\secret.png", "inner/../../secret.png",
        "..\n/secret.png",
        ".\t./secret.png", "//" + secret, "/" + secret, " ../secret.png ", "../secret.png?x",
        "../secret.png#x",
        "../secret.png%00.png", "folder/../secret.png", "/proc/self/root" + secret,
        "/proc/self/cwd/../secret.png",
        "FILE://" + secret, "fiLe:///..\(secret)", "/net/host/x.png", "/dev/stdin",
      ]
    )
  }
}
