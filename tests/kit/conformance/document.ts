import type { Conformance } from './read-conformance.ts'
import type { Requirement } from './read-sections.ts'

/** The place of a table in the template. */
const TABLE = /^<!-- table: (\S+) -->$/gm
const HEAD = '| requirement | built in | shown by |\n| --- | --- | --- |'

/** Returns the names of the tables that a template has places for. */
export const tablesOf = (template: string): string[] =>
  [...template.matchAll(TABLE)].map(([, name = '']) => name)

/** Returns the template with a table of requirements in each place. */
export function conformanceDocument({
  template,
  sections,
  tests,
}: Pick<Conformance, 'template' | 'sections' | 'tests'>): string {
  const byKey = Map.groupBy(tests, ({ key }) => key)
  const rowOf = ({ key, text, code }: Requirement) => {
    const shownBy = (byKey.get(key) ?? []).map(({ file, test }) => inCode(`${file} › ${test}`))
    return `| ${text} | ${code.map(inCode).join(', ')} | ${shownBy.join(', ')} |`
  }
  return template.replace(TABLE, (_place, name) => {
    const rows = sections.find((section) => section.name === name)?.requirements.map(rowOf)
    return [HEAD, ...(rows ?? [])].join('\n')
  })
}

/** Returns a text as code in a cell of a table. */
function inCode(text: string): string {
  const escaped = text.replaceAll('|', '\\|')
  return escaped.includes('`') ? `\`\` ${escaped} \`\`` : `\`${escaped}\``
}
