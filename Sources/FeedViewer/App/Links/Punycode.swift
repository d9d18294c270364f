/// Punycode (RFC 3492), without the prefix `xn--`.
nonisolated enum Punycode {
  private static let base = 36
  /// The greatest length of a label in either form.
  private static let maximumLength = 255

  /// Encodes a label; nil if it is too long.
  static func encoded(_ label: String) -> String? {
    let scalars = label.unicodeScalars.prefix(maximumLength + 1).map { Int($0.value) }
    guard scalars.count <= maximumLength else { return nil }
    var output = scalars.filter { $0 < 0x80 }.map { UInt8($0) }
    let basicCount = output.count
    var handled = basicCount
    if basicCount > 0 { output.append(UInt8(ascii: "-")) }
    var (codePoint, delta, bias) = (0x80, 0, 72)
    while handled < scalars.count {
      guard let next = scalars.filter({ $0 >= codePoint }).min() else { return nil }
      delta += (next - codePoint) * (handled + 1)
      codePoint = next
      for scalar in scalars {
        if scalar < codePoint { delta += 1 }
        guard scalar == codePoint else { continue }
        var rest = delta
        var weight = base
        while true {
          let threshold = threshold(weight, bias)
          if rest < threshold { break }
          output.append(digit(threshold + (rest - threshold) % (base - threshold)))
          rest = (rest - threshold) / (base - threshold)
          weight += base
        }
        output.append(digit(rest))
        bias = adapted(delta, count: handled + 1, isFirst: handled == basicCount)
        delta = 0
        handled += 1
      }
      delta += 1
      codePoint += 1
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// Decodes a label; nil if it is invalid.
  static func decoded(_ text: Substring) -> String? {
    let bytes = Array(text.utf8.prefix(maximumLength + 1))
    guard bytes.count <= maximumLength, bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
    let split = bytes.lastIndex(of: UInt8(ascii: "-"))
    var output = bytes[..<(split ?? 0)].map { Int($0) }
    var position = split.map { $0 + 1 } ?? 0
    var (codePoint, index, bias) = (0x80, 0, 72)
    while position < bytes.count {
      let oldIndex = index
      var factor = 1
      var weight = base
      while true {
        guard position < bytes.count, let value = value(bytes[position]) else { return nil }
        position += 1
        index += value * factor
        let threshold = threshold(weight, bias)
        if value < threshold { break }
        factor *= base - threshold
        // Larger values are not code points.
        guard index < 1 << 31, factor < 1 << 31 else { return nil }
        weight += base
      }
      bias = adapted(index - oldIndex, count: output.count + 1, isFirst: oldIndex == 0)
      codePoint += index / (output.count + 1)
      index %= output.count + 1
      guard codePoint <= 0x10FFFF else { return nil }
      output.insert(codePoint, at: index)
      index += 1
    }
    var result = String.UnicodeScalarView()
    for value in output {
      guard let scalar = Unicode.Scalar(UInt32(value)) else { return nil }
      result.append(scalar)
    }
    return String(result)
  }

  private static func threshold(_ weight: Int, _ bias: Int) -> Int { min(max(weight - bias, 1), 26) }

  private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var weight = 0
    while delta > (base - 1) * 26 / 2 {
      delta /= base - 1
      weight += base
    }
    return weight + base * delta / (delta + 38)
  }

  private static func digit(_ value: Int) -> UInt8 {
    UInt8(value < 26 ? Int(UInt8(ascii: "a")) + value : Int(UInt8(ascii: "0")) + value - 26)
  }

  private static func value(_ byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte - UInt8(ascii: "a"))
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte - UInt8(ascii: "A"))
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0")) + 26
    default: nil
    }
  }
}
