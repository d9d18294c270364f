import Glibc

if let files = ViewCommand.filesAlone(in: CommandLine.arguments) {
  exit(ViewCommand.show(files, options: ViewerOptions()))
}
FeedViewerCommand.main()
