#!/usr/bin/env bash
# Installs the programs: from the given archive, from the release with the action's tag, or else from
# the source of the action.
set -euo pipefail

folder=$(mktemp -d "$RUNNER_TEMP/contract-tools.XXXXXX")
archive=${INPUT_ARCHIVE:-}

if [[ -z $archive && ${ACTION_REF:-} =~ ^v[0-9]+\.[0-9]+\.[0-9]+$ ]]; then
    case "$(uname -s)-$(uname -m)" in
        Linux-x86_64) target=x86_64-unknown-linux-musl ;;
        Linux-aarch64) target=aarch64-unknown-linux-musl ;;
        Darwin-arm64) target=aarch64-apple-darwin ;;
        *) target= ;;
    esac
    if [[ -n $target ]]; then
        name=marketplace-contract-tools-${ACTION_REF#v}-$target.tar.gz
        gh release download "$ACTION_REF" --repo "$ACTION_REPOSITORY" --dir "$folder" \
            --pattern "$name" --pattern "$name.sha256"
        if command -v sha256sum >/dev/null; then sum=(sha256sum); else sum=(shasum -a 256); fi
        (cd "$folder" && "${sum[@]}" --check "$name.sha256")
        archive=$folder/$name
    fi
fi

if [[ -n $archive ]]; then
    tar -xzf "$archive" --strip-components=1 -C "$folder"
else
    cargo install --locked --path "$GITHUB_ACTION_PATH/contract-tests" --root "$folder"
fi
echo "$folder/bin" >>"$GITHUB_PATH"
