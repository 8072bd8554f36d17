import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const DOCUMENT = 'docs/mutation.md'
const NO_REASON = 'Not looked at yet.'
const LONGEST = 110

/** Returns the status of each mutant of a domain, and the score: killed mutants in percent of valid ones. */
export function summarize(report) {
  const mutants = Object.entries(report.files).flatMap(([file, { source, mutants }]) =>
    mutants.map((mutant) => ({ ...mutant, file, source })),
  )
  const count = (...states) => mutants.filter(({ status }) => states.includes(status)).length
  const [killed, timeout] = [count('Killed'), count('Timeout')]
  const [survived, noCoverage] = [count('Survived'), count('NoCoverage')]
  const valid = killed + timeout + survived + noCoverage
  const unnoticed = mutants.filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
  return {
    killed,
    timeout,
    survived,
    noCoverage,
    invalid: count('CompileError', 'RuntimeError'),
    ignored: count('Ignored'),
    score: valid === 0 ? null : Math.floor((1000 * (killed + timeout)) / valid) / 10,
    survivors: unnoticed.map(describe),
  }
}

function describe({ file, source, location, mutatorName, replacement = '', status }) {
  const { start, end } = location
  const lines = source.split('\n').slice(start.line - 1, end.line)
  lines.push((lines.pop() ?? '').slice(0, end.column - 1))
  const original = [(lines.shift() ?? '').slice(start.column - 1), ...lines].join('\n')
  return {
    file,
    line: start.line,
    mutatorName,
    original: brief(original),
    replacement: brief(replacement),
    status,
  }
}

const brief = (code) => {
  const flat = code.replaceAll(/\s+/g, ' ').trim()
  return flat.length > LONGEST ? `${flat.slice(0, LONGEST - 1)}…` : flat
}

const cell = (code) => `\`${code.replaceAll('`', "'").replaceAll('|', '\\|')}\``
const changeOf = ({ original, replacement }) => `${cell(original)} → ${cell(replacement)}`

/** Writes scores and survivors into the document. Keeps its reasons, and the sections of other domains. */
export function writeDocument(domain, summary, { aim, share, tests, date }) {
  const text = readFileSync(DOCUMENT, 'utf8')
  const { killed, timeout, survived, noCoverage, invalid, score } = summary
  const mutated = share ? `1/${share}` : 'all'
  const row = `| ${domain} | ${mutated} | ${tests} | ${killed} | ${timeout} | ${survived} | ${noCoverage} | ${invalid} | ${score ?? '–'} | ${aim} | ${date} |`
  const scored = new RegExp(`^\\| ${domain} \\|.*$`, 'm').test(text)
    ? text.replace(new RegExp(`^\\| ${domain} \\|.*$`, 'm'), () => row)
    : text.replace('<!-- end of scores -->', () => `${row}\n<!-- end of scores -->`)
  const list = new RegExp(`<!-- survivors: ${domain} -->[\\s\\S]*?<!-- end of survivors -->`)
  const before = list.exec(scored)?.[0] ?? ''
  const part = survivorsOf(domain, summary, before)
  writeFileSync(DOCUMENT, before ? scored.replace(list, () => part) : `${scored.trimEnd()}\n\n${part}\n`)
}

function survivorsOf(domain, { survivors }, before) {
  const reasons = new Map()
  for (const line of before.split('\n')) {
    const [, file, change, reason] = /^\| (\S+) \| (.*) \| ([^|]*) \|$/.exec(line) ?? []
    if (reason && reason !== NO_REASON) reasons.set(`${file} ${change}`, reason)
  }
  const rows = survivors.map((one) => {
    const change = changeOf(one)
    return `| ${one.file} | ${change} | ${reasons.get(`${one.file} ${change}`) ?? NO_REASON} |`
  })
  return [
    `<!-- survivors: ${domain} -->`,
    `### ${domain}`,
    '',
    ...(rows.length === 0 ? ['None.'] : ['| File | Change | Reason |', '|---|---|---|', ...new Set(rows)]),
    '<!-- end of survivors -->',
  ].join('\n')
}

/** Returns the results of a domain's last runs; null if it never ran. */
export function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}
