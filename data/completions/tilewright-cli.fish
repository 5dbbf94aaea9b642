# Completion of tilewright-cli for fish. The program itself tells its commands and
# options, so there is nothing here that could be out of date.

function __tilewright_cli_options
    set -l words (commandline -opc)
    test (count $words) -ge 2; or return
    $words[1] $words[2] --list-options 2>/dev/null | while read -l -d \t name value description
        switch $value
            case flag
                printf '%s\t%s\n' $name $description
            case file text
                printf '%s=\t%s\n' $name $description
            case '*'
                for word in (string split '|' $value)
                    printf '%s=%s\t%s\n' $name $word $description
                end
        end
    end
end

function __tilewright_cli_commands
    set -l words (commandline -opc)
    $words[1] --list-commands 2>/dev/null
end

complete -c tilewright-cli -n 'test (count (commandline -opc)) -eq 1' -f -a '(__tilewright_cli_commands)'
complete -c tilewright-cli -n 'test (count (commandline -opc)) -ge 2' -a '(__tilewright_cli_options)'
