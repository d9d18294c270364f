/// Text between the tags: into the field or the person that is being read.
extension XMLFeedReader {
  mutating func readText(_ range: Range<Int>) {
    guard let role = frames.last?.role else { return }
    switch role {
    case .field, .markup:
      guard fits(range) else { return }
      if field.keepsSource {
        captured.append(base + range.lowerBound, count: range.count)
      } else {
        var buffer = ByteBuffer(capacity: 0)
        swap(&buffer, &captured)
        appendDecoded(range, to: &buffer)
        swap(&buffer, &captured)
      }
    case .person, .personName, .personAddress:
      var buffer = ByteBuffer(capacity: range.count + 8)
      appendDecoded(range, to: &buffer)
      person.append(buffer.view.string, role)
    default: break
    }
  }

  mutating func readCharacterData(_ range: Range<Int>) {
    guard let role = frames.last?.role else { return }
    switch role {
    case .field, .markup:
      guard fits(range) else { return }
      if field.keepsSource {
        for index in range {
          switch base[index] {
          case 0x26: captured.append("&amp;")
          case 0x3C: captured.append("&lt;")
          default: captured.append(base[index])
          }
        }
      } else {
        captured.append(base + range.lowerBound, count: range.count)
      }
    case .person, .personName, .personAddress:
      person.append(scanner.bytes(range).string, role)
    default: break
    }
  }

  private mutating func fits(_ range: Range<Int>) -> Bool {
    if captured.isEmpty { fieldIsCut = false }
    if captured.count + range.count <= XMLFeedReader.fieldLimit { return true }
    if !fieldIsCut {
      log.note("a text of more than 16 MB", "cut there", at: range.lowerBound, in: input)
      fieldIsCut = true
    }
    return false
  }

  mutating func appendStartTag() {
    guard fits(scanner.name.lowerBound..<scanner.position) else { return }
    capturedMarkup = true
    captured.append(0x3C)
    let localStart = scanner.name.firstIndex { base[$0] == 0x3A }.map { $0 + 1 } ?? scanner.name.lowerBound
    captured.append(base + localStart, count: scanner.position - localStart)
    if scanner.position > 0, base[scanner.position - 1] != 0x3E { captured.append(0x3E) }
  }

  mutating func appendEndTag(_ symbol: Int32) {
    captured.append("</")
    var local = names.symbols[Int(symbol)].local
    local.withUTF8 { if let start = $0.baseAddress { captured.append(start, count: $0.count) } }
    captured.append(0x3E)
  }
}
