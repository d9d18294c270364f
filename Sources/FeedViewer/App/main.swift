import Glibc

let arguments = CommandLineArguments.all
if let files = ViewCommand.filesAlone(in: arguments) {
  exit(ViewCommand.show(files, options: ViewerOptions()))
}
FeedViewerCommand.main(Array(arguments.dropFirst()))
