import Expectations
import Foundation
import ProgramRuns
import Testing

/// Compressed files through the whole program.
struct CompressedFilesTests {
  /// `<rss><channel><item><title>Packed</title></item></channel></rss>`, compressed by `gzip -n`, `xz` and `zstd`.
  @Test(arguments: [
    "H4sIAAAAAAAAA7MpKi62s0nOSMzLS82xs8ksSc21synJLMlJtQtITM5OTbHRh/Bs9CFy+nC1+iCtAAqOLMdAAAAA",
    "/Td6WFoAAATm1rRGAgAhARYAAAB0L+Wj4AA/ADFdAB4cing+HhKKr3nLhuQ3uBdhENyjpggwsgdDqRcn9UOvBuScF5umCh4HMQ3w/lJGQAAAAAAAcX/Uem/eveYAAU1A88WNEx+2830BAAAAAARZWg==",
    "KLUv/QRYvQEAtAI8cnNzPjxjaGFubmVsPjxpdGVtPjx0aXRsZT5QYWNrZWQ8LzwvLy9yc3M+AwBPFfFz4MUwn5pAhCk=",
  ])
  func programReadsCompressedFiles(packed: String) async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("", to: "feed.xml.packed")
    try require(Data(base64Encoded: packed)).write(to: URL(filePath: path))
    let result = try await Program.run(["inspect", path])
    expect(result.output.contains("\"title\":\"Packed\""))
    expect(result.status, equals: 0)
  }
}
