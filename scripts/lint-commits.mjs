// `git log --format=%s <range> | node scripts/lint-commits.mjs`: checks that commit subjects follow Conventional Commits.
import { text } from 'node:stream/consumers'

const TYPES = ['feat', 'fix', 'perf', 'refactor', 'test', 'docs', 'build', 'ci', 'chore', 'revert']
const SUBJECT = new RegExp(`^(?:${TYPES.join('|')})(?:\\([a-z0-9-]+\\))?!?: \\S`)
const MAX_LENGTH = 72

/** Returns what is wrong with a subject; null when nothing is. */
function problemOf(subject) {
  if (!SUBJECT.test(subject)) return `expected "type(scope): summary", with one of ${TYPES.join(', ')}`
  if (subject.length > MAX_LENGTH)
    return `has ${subject.length} characters, at most ${MAX_LENGTH} are allowed`
  return subject.endsWith('.') ? 'ends with a full stop' : null
}

const subjects = (await text(process.stdin)).split('\n').filter((subject) => subject !== '')
const problems = subjects.flatMap((subject) => {
  const problem = problemOf(subject)
  return problem ? [`${subject}\n  ${problem}`] : []
})
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
