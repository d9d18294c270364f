/// The ends of CDATA sections, comments and instructions, in which tags have no meaning.
extension XMLEntryScanner {
  func declaration(_ text: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> ScanStep {
    if Self.begins("<![CDATA[", text + start) { return endOfCharacterData(text, start + 9, end) }
    return Self.begins("<!--", text + start) ? endOfComment(text, start, end) : .unusual
  }

  private func endOfCharacterData(_ text: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> ScanStep {
    var position = start
    while let bracket = ByteBlock.place(of: 0x5D, in: text, position, end), bracket + 2 < end {
      let (second, third) = (text[bracket + 1], text[bracket + 2])
      if second == 0x5D, third == 0x3E { return .at(bracket + 3) }
      // Without the control character the section might end here.
      if UndecodedByte.isRemoved(second) || second == 0x5D && UndecodedByte.isRemoved(third) {
        return .unusual
      }
      position = bracket + 1
    }
    return .needsMore
  }

  func endOfComment(_ text: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> ScanStep {
    var position = start + 4
    while let bracket = ByteBlock.place(of: 0x3E, in: text, position, end) {
      let (first, second) = (text[bracket - 2], text[bracket - 1])
      if first == 0x2D, second == 0x2D, bracket - 2 >= start + 4 { return .at(bracket + 1) }
      if UndecodedByte.isRemoved(second) || second == 0x2D && UndecodedByte.isRemoved(first) {
        return .unusual
      }
      position = bracket + 1
    }
    return .needsMore
  }

  func endOfInstruction(_ text: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> ScanStep {
    var position = start + 2
    while let bracket = ByteBlock.place(of: 0x3E, in: text, position, end) {
      guard bracket - start < Self.instructionLimit, !UndecodedByte.isRemoved(text[bracket - 1]) else {
        return .unusual
      }
      if text[bracket - 1] == 0x3F, bracket - 1 >= start + 2 { return .at(bracket + 1) }
      position = bracket + 1
    }
    return end - start < Self.instructionLimit ? .needsMore : .unusual
  }
}
