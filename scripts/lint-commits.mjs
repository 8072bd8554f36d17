// `node scripts/lint-commits.mjs <from> <to>`: checks that the subjects of these commits follow Conventional Commits.
import { spawnSync } from 'node:child_process'

const TYPES = 'feat|fix|perf|refactor|test|docs|build|ci|chore|revert'
const SUBJECT = new RegExp(`^(?:${TYPES})(?:\\([a-z0-9-]+\\))?!?: \\S.*$`)
const MAX_LENGTH = 72

/** Returns what is wrong with a subject; null when nothing is. */
function problemOf(subject) {
  if (!SUBJECT.test(subject))
    return `expected "type(scope): summary", with one of ${TYPES.replaceAll('|', ', ')}`
  if (subject.length > MAX_LENGTH)
    return `has ${subject.length} characters, at most ${MAX_LENGTH} are allowed`
  return subject.endsWith('.') ? 'ends with a full stop' : null
}

/** Returns the subjects of the commits after `from` up to `to`. A first push has no `from`: only `to` is new then. */
function subjectsOf(from, to) {
  const range = /^0+$/.test(from) ? ['-1', to] : [`${from}..${to}`]
  const { status, stdout, stderr } = spawnSync('git', ['log', '--no-merges', '--format=%s', ...range, '--'], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`git log failed: ${stderr}`)
  return stdout.split('\n').filter((subject) => subject !== '')
}

const [from = '', to = ''] = process.argv.slice(2)
if (!/^[\w./~^-]+$/.test(from) || !/^[\w./~^-]+$/.test(to)) throw new Error('Name two commits: <from> <to>')
const subjects = subjectsOf(from, to)
const wrong = subjects.flatMap((subject) => {
  const problem = problemOf(subject)
  return problem ? [`${subject}\n  ${problem}`] : []
})
for (const line of wrong) console.error(line)
console.log(`${subjects.length - wrong.length} of ${subjects.length} commit subjects are as they should be.`)
process.exitCode = wrong.length > 0 ? 1 : 0
