# Completions of feed-viewer for fish. Commands, options and their values are those that the program itself lists:
# Sources/FeedViewer/App/Commands/CommandTable.swift describes the lines.

function __feed_viewer_is_first
    test (count (commandline -opc)) -eq 1
end

# Whether the command line is that of a command. The first one needs no name.
function __feed_viewer_has -a command
    set -l words (commandline -opc)
    contains -- "$words[2]" inspect export article measure help; or set words[2] view
    test $words[2] = $command
end

complete -c feed-viewer -n __feed_viewer_is_first -a help
complete -c feed-viewer -n '__feed_viewer_has help' -f
for line in (feed-viewer --print-commands 2>/dev/null)
    set -l field (string split \t -- $line)
    switch $field[1]
        case command
            complete -c feed-viewer -n '__feed_viewer_is_first; or __feed_viewer_has help' -a $field[2] -d $field[3]
        case option
            set -l option
            for name in (string split ' ' -- $field[3])
                if string match -q -- '--*' $name
                    set -a option -l (string sub -s 3 -- $name)
                else
                    set -a option -s (string sub -s 2 -- $name)
                end
            end
            switch $field[5]
                case files
                    set -a option -r -F
                case -
                    test $field[4] = -; or set -a option -x
                case '*'
                    set -a option -x -a $field[5]
            end
            complete -c feed-viewer -n "__feed_viewer_has $field[2]" $option -d $field[7]
    end
end
