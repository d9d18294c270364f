import RandomNumbers

/// A random document in HTML with a record of what a browser shows of it.
///
/// Elements are unclosed, misnested and out of place where the HTML standard says what becomes of them. All texts are words
/// that occur once.
public struct ShownDocument {
  public private(set) var html = ""
  /// The words that are shown, in the order of the page.
  public private(set) var words: [String] = []
  /// The words that are in the source and not shown.
  public private(set) var hiddenWords: [String] = []
  /// The references and alternative texts of the pictures.
  public private(set) var pictures: [String] = []
  /// The targets of links that have words.
  public private(set) var links: [String] = []
  /// The addresses of videos, sounds, frames and objects.
  public private(set) var media: [String] = []
  private var random: SplitMix64
  private var count = 0
  /// Whether the content is in a link, where there are no others.
  private var isInLink = false

  public init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    for _ in 0...below(6) { block(depth: 3) }
  }

  private mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

  private mutating func one(of strings: String...) -> String { strings[below(strings.count)] }

  private mutating func newWord() -> String {
    count += 1
    return "w\(count)w"
  }

  /// A word that is shown.
  private mutating func word() -> String {
    let word = newWord()
    words.append(word)
    return word
  }

  private mutating func hiddenWord() -> String {
    let word = newWord()
    hiddenWords.append(word)
    return word
  }

  private mutating func space() {
    html += one(of: " ", "\n", "\t ", "\r\n", "&nbsp;", "&#32;", "&#x20;", " \u{3000}")
  }

  // MARK: Inline content

  private mutating func text() {
    space()
    html += word()
    space()
  }

  private mutating func inlines(depth: Int) {
    for _ in 0...below(3) { inline(depth: depth) }
  }

  private mutating func inline(depth: Int) {
    switch below(depth > 0 ? 15 : 7) {
    case 0...2: text()
    case 3: picture()
    case 4: hidden()
    case 5:
      html += one(
        of: "<br>", "<wbr>", "<!-->", "<!--->", "<!-- > --!>", "<?x?>", "</>", "</ x>", "<! x>", "</i>")
    case 6: control()
    case 7: element(one(of: "b", "i", "span", "x-y", "label", "q", "u", "font", "bdi", "button"), depth)
    case 8: misnested(depth)
    case 9: link { $0.inlines(depth: depth - 1) }
    case 10:
      html += "<ruby>\(word())<rp>(</rp><rt>\(word())\(one(of: "</rt>", ""))<rp>)</rp></ruby>"
    case 11: embed()
    case 13: inlineBlock(depth)
    case 12:
      html += "<svg><title>\(hiddenWord())</title><g><text>\(word())</text></g></svg>"
    default:
      html +=
        "<textarea>\n\(word())&#32;<b></textarea><select><option>\(word())<option>\(hiddenWord())</select>"
    }
  }

  private mutating func element(_ name: String, _ depth: Int) {
    html += "<\(name)\(one(of: "", " class=x", " title='>'", " a = b", "/"))>"
    inlines(depth: depth - 1)
    html += "</\(one(of: name, name.uppercased()))\(one(of: "", " ", " x"))>"
  }

  /// A block that is displayed as inline content.
  private mutating func inlineBlock(_ depth: Int) {
    let name = one(of: "section", "h3", "blockquote")
    html += "<\(name) style='display:\(one(of: "inline", "inline-block", "contents"))'>"
    inlines(depth: depth - 1)
    html += "</\(name)>"
  }

  private mutating func misnested(_ depth: Int) {
    html += "<b><i>"
    inlines(depth: depth - 1)
    html += "</b>"
    text()
    html += "</i>"
  }

  private mutating func link(_ content: (inout ShownDocument) -> Void) {
    guard !isInLink else { return content(&self) }
    isInLink = true
    count += 1
    let target = "http://h/l\(count)"
    links.append(target)
    html +=
      one(of: "<a href=\(target)>", "<A HREF = '\(target)'>", "<a title='a>b' href=\"\n\(target) \">")
      + word()
    content(&self)
    html += "</a>"
    isInLink = false
  }

  private mutating func hidden() {
    let word = hiddenWord()
    html += one(
      of: "<span hidden>\(word)</span>", "<i style='display:none'>\(word)</i>",
      "<template><td>\(word)</template>",
      "<script>\"</p>\(word)</scripts>\"</script>", "<style>\(word)</style>", "<title>\(word)</title>",
      "<span style='visibility:hidden'>\(word)</span>", "<datalist><option>\(word)</datalist>",
      "<!-- \(word) -->",
      "<dialog>\(word)</dialog>", "<noembed>\(word)</noembed>",
      "<span hidden></aside></h6></nav>\(word)</span>",
      "<input type=hidden value=\(word)>", "<span style=\"DISPLAY : NONE!important\"><b>\(word)</b></span>",
      "<script><!-- <script></script>\(word)--></script>")
  }

  private mutating func picture() {
    count += 1
    let name = "http://h/p\(count).png"
    pictures.append("\(name) p\(count)")
    let words = "alt=p\(count)"
    html += one(
      of: "<img src=\(name) \(words)>",
      "<img \(words) data-src='\(name)' src='data:image/gif;base64,R0lGOD'>",
      "<img srcset='\(name) 2x' \(words)>", "<img class=emoji src=\(name) \(words)>",
      "<picture><source srcset='\(name)'><img \(words)></picture>", "<image src=\(name) title=p\(count)>",
      "<noscript><p><img src=\(name) \(words)></p></noscript>",
      "<img src=\(name) width=20 height=20 \(words)>")
  }

  private mutating func control() {
    html +=
      one(of: "<input value=", "<input placeholder=", "<input type=submit value=", "<img alt=") + word() + ">"
  }

  private mutating func embed() {
    count += 1
    let address = "http://h/m\(count)"
    media.append(address)
    let words = hiddenWord()
    html += one(
      of: "<iframe src=\(address)>\(words)</iframe>", "<video src=\(address)>\(words)</video>",
      "<audio><source src=\(address)>\(words)</audio>", "<object data=\(address)><p>\(words)</p></object>",
      "<iframe data-src=\(address)><b>\(words)</iframe>")
  }

  // MARK: Blocks

  private mutating func block(depth: Int) {
    switch below(depth > 0 ? 15 : 3) {
    case 0, 1:
      html += "<p>"
      inlines(depth: 2)
      html += one(of: "</p>", "", "<p></p></p>")
    case 2: inlines(depth: 2)
    case 3:
      container(
        one(of: "div", "section", "blockquote", "center", "details", "fieldset", "figure", "pre"), depth)
    case 4:
      html += "<h2>"
      inlines(depth: 1)
      html += one(of: "</h2>", "</h3>")
    case 5, 6: list(depth)
    case 7, 8, 9: table(depth)
    case 10: link { $0.block(depth: depth - 1) }
    case 12:
      html +=
        "<iframe srcdoc=\"<ul><li>\(word())</li></div><b>\(word())\" src=x>\(hiddenWord())</iframe>\(word())"
    case 13: imageMap()
    case 11: html += "<figure>\n<figcaption>\(word())</figcaption></figure><hr>"
    default: html += "<details><summary>\(word())</summary>\(word())</details></li></aside></nav>"
    }
  }

  /// The links of the areas stand below their picture.
  private mutating func imageMap() {
    count += 1
    let name = "http://h/p\(count).png"
    let target = "http://h/l\(count)"
    pictures.append("\(name) p\(count)")
    links.append(target)
    html += "<figure><img src=\(name) alt=p\(count) usemap=#m\(count)></figure>"
    html += "<map name=m\(count) hidden><area href=\(target) alt=\(word())><area alt=\(hiddenWord())></map>"
  }

  private mutating func container(_ name: String, _ depth: Int) {
    html += "<\(name)\(one(of: "", " id=a", " style='white-space:pre-wrap'"))>"
    for _ in 0...below(2) { block(depth: depth - 1) }
    html += one(of: "<span>", "") + "</\(name)>"
  }

  private mutating func list(_ depth: Int) {
    let name = one(of: "ul", "ol", "ol reversed", "menu", "ol type=a start=-2")
    html += "<\(name)>"
    for _ in 0...below(3) {
      html += one(of: "<li>", "<li value=7>", "<li></b>")
      if below(4) == 0 { list(depth - 1) } else { inlines(depth: 1) }
      html += one(of: "", "</li>")
    }
    html += "</\(name.prefix { $0 != " " })>"
  }

  /// What is outside the cells stands before the table, then come the caption, the head, the rows and the foot.
  private mutating func table(_ depth: Int) {
    var shown: [[String]] = [[], [], [], [], []]
    html +=
      one(of: "<p>", "") + "<table>" + one(of: "", "<colgroup><col><col></colgroup>", "\n", "<!-- x -->")
    var isClosed = true
    var hasFoot = false
    var hasHead = false
    for _ in 0...below(5) {
      let before = words
      words = []
      switch below(8) {
      case 0:
        html +=
          one(of: "<caption>", "<caption align=bottom>") + word() + one(of: "</caption>", "</caption></p>")
        shown[1] += words
      case 1 where !hasHead:
        hasHead = true
        html += "<thead><tr><th>\(word())<th>\(word())</thead>"
        shown[2] += words
      case 2 where !hasFoot:
        hasFoot = true
        html += "<tfoot><tr><td>\(word())<td>\(word())</tfoot>"
        shown[4] += words
      case 3:
        html += one(of: "<tr>", "<tbody>", "</tr>") + one(of: "<b>", "<div>", "") + word()
        shown[0] += words
      default:
        html += one(of: "<tr>", "<tbody><tr>", "</tbody><tr class=x>", "</span><tr>")
        for _ in 0...below(3) {
          html += one(of: "<td>", "<th>", "<td rowspan=2>", "<td colspan=2 align=right>")
          if below(5) == 0, depth > 1 { block(depth: depth - 2) } else { inlines(depth: 1) }
          html += one(of: "", "</td>", "</th></td>")
        }
        html += one(of: "", "</tr>")
        shown[3] += words
      }
      words = before
      isClosed = below(8) > 0
    }
    words += shown.joined()
    html += isClosed ? "</table>" : "</p></table>"
  }
}
