import Expectations
import GtkInterop
import Testing

@testable import VirtualList

/// Pictures in `data:` addresses.
@Suite struct DataAddressTests {
  private func bytes(_ address: String, maximumSize: Int = 1_000) throws(PictureFailure) -> [UInt8] {
    try ImageFile.bytes(path: address, maximumSize: maximumSize)
  }

  @Test func base64IsDecoded() throws {
    try expect(bytes("data:image/png;base64,AAECAw=="), equals: [0, 1, 2, 3])
    try expect(bytes("DATA:image/png;BASE64,AAECAw"), equals: [0, 1, 2, 3])
    try expect(bytes("data:image/png;base64,AAEC"), equals: [0, 1, 2])
    try expect(bytes("data:image/png;base64,-_ +/%3D%3D"), equals: [0xFB, 0xFF, 0xBF])
    // Escaped characters, and lines.
    try expect(bytes("data:image/png;base64,%2B%2F%2F\n/"), equals: [0xFB, 0xFF, 0xFF])
  }

  @Test func percentEncodingIsDecoded() throws {
    try expect(bytes("data:image/svg+xml,%3Csvg%20/%3e"), equals: Array("<svg />".utf8))
    try expect(bytes("data:image/svg+xml;utf8,<svg%2"), equals: Array("<svg%2".utf8))
    try expect(bytes("data:,a,b"), equals: Array("a,b".utf8))
  }

  @Test(arguments: [
    "data:image/png;base64,A", "data:image/png;base64,AA!A", "data:image/png;base64,AA==AA", "data:image/png",
    "data:image/png;base64,",
  ])
  func whatIsNoDataIsRefused(address: String) {
    #expect(throws: PictureFailure.undecodable) { try bytes(address) }
  }

  @Test func longAddressesAreRefused() {
    #expect(throws: PictureFailure.fileTooLarge) { try bytes("data:,abcdefgh", maximumSize: 13) }
    #expect(throws: Never.self) { try bytes("data:,abcdefgh", maximumSize: 14) }
  }
}
