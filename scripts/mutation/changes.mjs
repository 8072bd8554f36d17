import { execFileSync } from 'node:child_process'

const git = (...args) => execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

/** Returns the commit that this work branched off from main; null in a clone without main. */
function branchPoint() {
  for (const main of ['main', 'origin/main']) {
    try {
      return git('merge-base', main, 'HEAD').trim()
    } catch {}
  }
  return null
}

/** Returns the lines changed since main, committed or not, as Stryker reads them: `file.ts:3-9`. */
export function changedLines() {
  const since = branchPoint()
  if (!since) throw new Error('There is no main to compare with: use --all, or name a domain.')
  const untracked = git('ls-files', '--others', '--exclude-standard').split('\n').filter(Boolean)
  let file = ''
  const changed = []
  for (const line of git('diff', '--unified=0', '--no-color', '--diff-filter=d', since).split('\n')) {
    if (line.startsWith('+++ b/')) file = line.slice('+++ b/'.length)
    const [, start, count = '1'] = /^@@ \S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? []
    if (start && Number(count) > 0)
      changed.push({ file, lines: `${start}-${Number(start) + Number(count) - 1}` })
  }
  return [...changed, ...untracked.map((name) => ({ file: name, lines: null }))]
}
