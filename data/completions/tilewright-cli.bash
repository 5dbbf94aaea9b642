# Completion of tilewright-cli for bash. The program itself tells its commands and
# options, so there is nothing here that could be out of date.
# shellcheck shell=bash

_tilewright_cli() {
  local program=$1 word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
  local command=${COMP_WORDS[1]} name value words=()

  COMPREPLY=()
  if [[ $COMP_CWORD -eq 1 ]]; then
    while IFS=$'\t' read -r name _; do
      words+=("$name")
    done < <("$program" --list-commands 2>/dev/null)
    mapfile -t COMPREPLY < <(compgen -W "${words[*]} --help --version" -- "$word")
    return
  fi

  # bash cuts words at =: "--engine=a" is three of them.
  if [[ $word == = ]]; then
    word=''
  elif [[ $before == = && $COMP_CWORD -ge 3 ]]; then
    before=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  while IFS=$'\t' read -r name value _; do
    words+=("$name")
    if [[ $name == "$before" && $value != flag ]]; then
      case $value in
        file) mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
        text) ;;
        *) mapfile -t COMPREPLY < <(compgen -W "${value//|/ }" -- "$word") ;;
      esac
      return
    fi
  done < <("$program" "$command" --list-options 2>/dev/null)
  if [[ $word == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "${words[*]}" -- "$word")
  else
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
  fi
}

complete -o filenames -o bashdefault -F _tilewright_cli tilewright-cli
