#compdef tilewright-cli
# Completion of tilewright-cli for zsh. The program itself tells its commands and
# options, so there is nothing here that could be out of date.

_tilewright-cli() {
  local program=${(Q)words[1]} command=$words[2] name value description
  local -a commands specs

  if (( CURRENT == 2 )); then
    while IFS=$'\t' read -r name description; do
      commands+=("$name:$description")
    done < <($program --list-commands 2>/dev/null)
    _describe -t commands command commands
    return
  fi

  while IFS=$'\t' read -r name value description; do
    description=${${${description//\\/\\\\}//\[/\\[}//\]/\\]}
    case $value in
      flag) specs+=("${name}[$description]") ;;
      file) specs+=("${name}=[$description]:file:_files") ;;
      text) specs+=("${name}=[$description]:value: ") ;;
      *) specs+=("${name}=[$description]:value:(${value//|/ })") ;;
    esac
  done < <($program $command --list-options 2>/dev/null)
  shift words
  (( CURRENT-- ))
  _arguments $specs '*:file:_files'
}

_tilewright-cli "$@"
