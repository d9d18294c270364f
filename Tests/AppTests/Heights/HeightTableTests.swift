import Expectations
import Foundation
import ProgramRuns
import RandomNumbers
import Testing

@testable import FeedViewer

struct HeightTableTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func heights(_ count: Int, seed: UInt64) -> [UInt64: Int] {
    var random = SplitMix64(seed: seed)
    var heights: [UInt64: Int] = [:]
    while heights.count < count { heights[random.next()] = Int.random(in: 1...5_000, using: &random) }
    return heights
  }

  @Test(arguments: [0, 1, 7, 8, 500, 5_000])
  func heightsAreFoundByRevision(count: Int) {
    let heights = Self.heights(count, seed: 7)
    let table = HeightTable(heights.map { ($0.key, $0.value) })
    expect(table.count, equals: count)
    for (revision, height) in heights { expect(table.height(of: revision), equals: height) }
    for revision in Self.heights(1_000, seed: 8).keys where heights[revision] == nil {
      expect(table.height(of: revision) == nil)
    }
  }

  @Test func rowsOfEqualContentShareAHeight() {
    let table = HeightTable([(5, 40), (5, 41), (6, 0), (7, -3)])
    expect(table.count == 1 && table.height(of: 5) == 41)
    expect(table.height(of: 6) == nil && table.height(of: 7) == nil)
  }

  @Test func filesAreReadAsTheyWereWritten() throws {
    let path = folder.path + "/table"
    let table = HeightTable(Self.heights(300, seed: 1).map { ($0.key, $0.value) })
    expect(table.file.write(to: path, conditions: 12))
    expect(HeightTable(contentsOf: path, conditions: 12), equals: table)
    expect(HeightTable(contentsOf: path, conditions: 13) == nil)
    expect(HeightTable(contentsOf: folder.path + "/none", conditions: 12) == nil)
    expect(HeightTable(contentsOf: folder.path, conditions: 12) == nil)
    expect(!table.file.write(to: folder.path + "/no/table", conditions: 12))
  }

  @Test func damagedFilesAreNotRead() throws {
    let path = folder.path + "/table"
    let table = HeightTable(Self.heights(40, seed: 2).map { ($0.key, $0.value) })
    expect(table.file.write(to: path, conditions: 1))
    let good = try Data(contentsOf: URL(fileURLWithPath: path))
    var random = SplitMix64(seed: 3)
    for place in good.indices {
      var bad = good
      bad[place] ^= UInt8.random(in: 1...255, using: &random)
      try bad.write(to: URL(fileURLWithPath: path))
      expect(HeightTable(contentsOf: path, conditions: 1) == nil, "byte \(place)")
    }
    for length in 0..<good.count {
      try good.prefix(length).write(to: URL(fileURLWithPath: path))
      expect(HeightTable(contentsOf: path, conditions: 1) == nil, "\(length) bytes")
    }
  }

  /// The table that a file of these slots holds, whose check sum is right.
  private func table(_ slots: [UInt64], count: UInt64? = nil) -> HeightTable? {
    let path = folder.path + "/crafted"
    let count = count ?? UInt64(slots.count { $0 != 0 })
    expect(HeightFile(count: count, words: slots).write(to: path, conditions: 1))
    return HeightTable(contentsOf: path, conditions: 1)
  }

  /// A table without a free slot would be searched without an end.
  @Test func fullTablesAreNotRead() {
    var slots: [UInt64] = (0..<16).map { UInt64($0 + 4) << 32 | 1 }
    expect(table(slots) == nil)
    slots[15] = 0
    expect(table(slots)?.count, equals: 15)
  }

  /// Whoever can write a file of heights can write its check sum.
  @Test(arguments: [0, 65_536, 1 << 31 - 1, 1 << 31, 1 << 32 - 1] as [UInt64])
  func impossibleHeightsAreNotRead(height: UInt64) {
    var slots: [UInt64] = Array(repeating: 0, count: 16)
    slots[3] = 9 << 32 | 65_535
    expect(table(slots)?.height(of: 9 << 32 | 3), equals: 65_535)
    slots[5] = 9 << 32 | height
    expect(table(slots) == nil)
    expect(HeightTable([(revision: 1 << 40, height: Int(height))]).count, equals: 0)
  }

  @Test func tablesOfImpossibleSizesAreNotRead() {
    var slots: [UInt64] = Array(repeating: 0, count: 16)
    slots[3] = 9 << 32 | 40
    for count in [0, 2, 16, 1 << 32, 1 << 63, .max] as [UInt64] { expect(table(slots, count: count) == nil) }
    for length in [0, 3, 15, 17, 24] {
      expect(table(Array(repeating: 0, count: length)) == nil, "\(length) slots")
    }
  }

  @Test func longChainsAndFilesThatAreNoTablesAreNotRead() throws {
    // Tables of long chains are not read.
    // Each look-up would take as long as the chain: a table of millions of slots in one chain would stop the program.
    var slots: [UInt64] = Array(repeating: 0, count: 4_096)
    for slot in stride(from: 0, to: slots.count, by: 2) { slots[slot] = UInt64(slot + 1) << 32 | 40 }
    expect(table(slots)?.count, equals: 2_048)
    for slot in 3_500..<4_096 { slots[slot] = 7 << 32 | 40 }
    expect(table(slots) != nil)
    // The chain goes on at the beginning.
    for slot in 0..<500 { slots[slot] = 7 << 32 | 40 }
    expect(table(slots) == nil)
    // Files that are no tables are not read.
    let path = folder.path + "/huge"
    let file = try require(FileManager.default.createFile(atPath: path, contents: nil) ? path : nil)
    // Takes no room on the disk.
    expect(truncate(file, 1 << 40), equals: 0)
    expect(HeightTable(contentsOf: file, conditions: 0) == nil)
    // Nobody writes to it.
    expect(mkfifo(folder.path + "/pipe", 0o600), equals: 0)
    expect(HeightTable(contentsOf: folder.path + "/pipe", conditions: 0) == nil)
  }

  @Test func oldFilesMakeRoomForNewOnes() throws {
    let heights = HeightFolder(path: folder.path + "/heights", sizeLimit: 3_000)
    let table = HeightTable(Self.heights(40, seed: 5).map { ($0.key, $0.value) })
    for number in 1...3 {
      heights.store(table.file, named: UInt64(number), conditions: 1)
      let file = folder.path + "/heights/\(number).heights"
      let date = Date(timeIntervalSince1970: 1_000_000 + Double(number))
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file)
    }
    heights.store(table.file, named: 4, conditions: 1)
    // Each file has 128 slots of 8 bytes, and a header of 32.
    let known = (1...4).map { heights.table(named: $0, conditions: 1) != nil }
    expect(known, equals: [false, false, true, true])
  }
}
