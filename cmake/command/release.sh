#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Makes the package of the module: ./ns3 release. ns-3 wants a module as a folder of contrib/ that
# holds its licence and its documents, too. Here these stand at the top, so the package is put
# together from the last commit. Equal commits give equal bytes.
# Uses $root of ./ns3.
# shellcheck disable=SC2154

# What goes along from the top of the repository
package_files="LICENSE CHANGES.md RELEASE_NOTES.md AUTHORS CITATION.cff"
package_folders="scenarios inputs traces"

git_here() {
    git -c safe.directory="$root" -C "$root" "$@"
}

command_release() {
    out=$root/release
    branch=
    while [ $# -gt 0 ]; do
        option=$1
        shift
        case $option in
        --out=*) out=${option#*=} ;;
        --branch=*) branch=${option#*=} ;;
        --out | --branch)
            [ $# -gt 0 ] || fail "release: $option needs a value"
            case $option in
            --out) out=$1 ;;
            *) branch=$1 ;;
            esac
            shift
            ;;
        *) fail "release: unknown option '$option'$(did_you_mean "$option" --out --branch); there are: --out --branch" ;;
        esac
    done
    [ -n "$(git_here rev-parse --verify -q HEAD 2>/dev/null)" ] ||
        fail "release: the package is made from a commit, and this is no clone of the repository"
    # what the package is made of, as far as it is not committed
    # shellcheck disable=SC2086
    changed=$(git_here status --porcelain -- contrib/esa $package_folders $package_files)
    [ -z "$changed" ] || say "these changes are not committed, so they are not in the package:
$changed"

    version=$(git_here show HEAD:contrib/esa/VERSION)
    heading=$(git_here show HEAD:CHANGES.md | sed -n '/^## /{s///p;q}')
    case "$version $heading" in
    "${heading%% *}-dev $heading" | "$heading $heading") ;;
    *) fail "release: contrib/esa/VERSION is $version, but CHANGES.md begins with $heading" ;;
    esac
    [ -z "$branch" ] || check_package_branch
    tree=$(package_tree)
    make_package
    [ -z "$branch" ] || make_package_branch
}

# Prints the tree of the package. Only objects of git are made, no file and no branch is touched.
package_tree() {
    GIT_INDEX_FILE=$(mktemp -u)
    export GIT_INDEX_FILE
    git_here read-tree HEAD:contrib/esa
    for folder in $package_folders; do
        git_here read-tree --prefix="$folder/" "HEAD:$folder"
    done
    for file in $package_files; do
        blob=$(git_here rev-parse "HEAD:$file")
        [ "$file" != CITATION.cff ] || blob=$(dated_citation | git_here hash-object -w --stdin)
        git_here update-index --add --cacheinfo "100644,$blob,$file"
    done
    git_here write-tree
    rm -f "$GIT_INDEX_FILE"
}

# CITATION.cff with what the repository has in one place only.
dated_citation() {
    git_here show HEAD:CITATION.cff
    echo "version: $version"
    echo "date-released: $(git_here log -1 --format=%cs)"
}

# Prints a new commit of the package, with the author and date of the commit that it is made of.
package_commit() {
    GIT_AUTHOR_NAME=$(git_here log -1 --format=%an)
    GIT_AUTHOR_EMAIL=$(git_here log -1 --format=%ae)
    GIT_AUTHOR_DATE=$(git_here log -1 --format=%cI)
    GIT_COMMITTER_NAME=$GIT_AUTHOR_NAME
    GIT_COMMITTER_EMAIL=$GIT_AUTHOR_EMAIL
    GIT_COMMITTER_DATE=$GIT_AUTHOR_DATE
    export GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_AUTHOR_DATE
    export GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL GIT_COMMITTER_DATE
    git_here commit-tree "$tree" "$@" -m "esa $version" -m "Package-of: $(git_here rev-parse HEAD)"
}

make_package() {
    mkdir -p "$out"
    package=$out/esa-$version.tar.gz
    # the commit gives all files their time; without a parent it depends on nothing but the tree
    git_here -c tar.umask=0022 -c core.autocrlf=false archive --format=tar --prefix=esa/ \
        "$(package_commit)" | gzip -n -9 >"$package"
    say "$package: $(($(wc -c <"$package") / 1024)) KB, sha256 $(sha256sum "$package" | cut -d' ' -f1)"
    say "in an ns-3 tree: tar xzf $package -C contrib"
}

# A branch of somebody's own is not written to.
check_package_branch() {
    git_here check-ref-format --branch "$branch" >/dev/null 2>&1 ||
        fail "release: --branch $branch is not allowed: must be a name of a branch"
    ! git_here worktree list --porcelain | grep -qxF "branch refs/heads/$branch" ||
        fail "release: --branch $branch is not allowed: the branch is checked out"
    parent=$(git_here rev-parse --verify -q "refs/heads/$branch") || return 0
    git_here log -1 --format=%B "$parent" | grep -q '^Package-of: ' ||
        fail "release: --branch $branch is not allowed: the branch was not made by this command"
}

make_package_branch() {
    if [ -n "$parent" ] && [ "$(git_here rev-parse "$parent^{tree}")" = "$tree" ]; then
        say "the branch $branch has this package already"
        return
    fi
    # shellcheck disable=SC2086
    commit=$(package_commit ${parent:+-p $parent})
    git_here update-ref "refs/heads/$branch" "$commit" "${parent:-}"
    say "the branch $branch is the package; in an ns-3 tree: git clone -b $branch $root contrib/esa"
}
