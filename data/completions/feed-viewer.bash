# Completions of feed-viewer for bash. Commands, options and their values are those that the program itself lists:
# Sources/FeedViewer/App/Commands/CommandTable.swift describes the lines.

_feed-viewer() {
  local word=$2 option=$3 command=view values= offers=() kind owner names value completion rest
  # bash takes "=" for a word: --option=value
  [[ $option != = ]] || option=${COMP_WORDS[COMP_CWORD - 2]}
  [[ $word != = ]] || word=
  if ((COMP_CWORD > 1)); then
    case ${COMP_WORDS[1]} in inspect | export | article | measure | help) command=${COMP_WORDS[1]} ;; esac
  fi
  COMPREPLY=()
  while IFS=$'\t' read -r kind owner names value completion rest; do
    if [[ $kind == command ]]; then
      if ((COMP_CWORD == 1)) || [[ $command == help ]]; then offers+=("$owner"); fi
    elif [[ $kind == option && $owner == "$command" ]]; then
      [[ $word != -* ]] || offers+=($names)
      [[ " $names " != *" $option "* || $value == - ]] || values=$completion
    fi
  done < <("$1" --print-commands 2>/dev/null)
  case $values in
    files) return ;; # which the shell offers where nothing else is
    -) compopt +o default; return ;;
    ?*) offers=($values) ;;
    *) ((COMP_CWORD != 1)) || offers+=(help) ;;
  esac
  COMPREPLY=($(compgen -W "${offers[*]}" -- "$word"))
  if [[ -z $values && $word != -* && $command != help ]]; then
    local IFS=$'\n'
    COMPREPLY+=($(compgen -f -- "$word"))
  fi
}
complete -o filenames -o default -F _feed-viewer feed-viewer
