import { describe, expect, it } from 'vitest'
import { EXPORT_CONTENTS } from '#schema/export-contents.ts'
import { RETENTION } from '#schema/retention.ts'
import { CONVERSATIONS, SUBJECTS } from '#server/domains/privacy/export-subjects.ts'
import { KEPT_RULES, PERSONAL_DATA } from '#server/domains/privacy/index.ts'
import { prismaModels } from '../../kit/prisma-schema.ts'

const declared = Object.entries(PERSONAL_DATA).map(([model, { members, columns }]) => ({
  model,
  members: members as readonly string[],
  columns: Object.entries(columns),
}))
const rules = declared.flatMap(({ columns }) => columns.map(([, rule]) => rule))

describe('the declaration of personal data', () => {
  // covers: beyond-columns-declared
  it('covers every table and every column of the Prisma schema, and no other', () => {
    const ofSchema = prismaModels().map(({ model, columns }) => [
      model,
      columns.map(({ field }) => field).sort(),
    ])
    const ofCode = declared.map(({ model, columns }) => [model, columns.map(([field]) => field).sort()])
    expect(Object.fromEntries(ofCode)).toEqual(Object.fromEntries(ofSchema))
  })

  it('declares every column as erased, kept by a rule, or impersonal', () => {
    expect([...new Set(rules.map(({ kind }) => kind))].sort()).toEqual(['erased', 'impersonal', 'kept'])
    const { columns } = PERSONAL_DATA.User
    expect([columns.phone.kind, columns.created.kind, columns.demo.kind]).toEqual([
      'erased',
      'kept',
      'impersonal',
    ])
  })

  it('names the member of every table with a personal column', () => {
    for (const { model, members, columns } of declared) {
      const isPersonal = columns.some(([, { kind }]) => kind !== 'impersonal')
      expect([model, members.length > 0]).toEqual([model, isPersonal])
    }
  })

  it('identifies members only by columns of their table', () => {
    for (const { model, members, columns } of declared)
      expect([model, columns.map(([field]) => field)]).toEqual([model, expect.arrayContaining([...members])])
  })

  it('names for each personal column its file of the export, or why it is in none', () => {
    for (const { model, columns } of declared)
      for (const [field, rule] of columns)
        if (rule.kind !== 'impersonal')
          expect([model, field, rule.exported]).toEqual([
            model,
            field,
            expect.stringMatching(/^([a-z-]+\.json|secret|protects others|technical)$/),
          ])
  })

  it('names only existing files of the export, and each of them', () => {
    const files = [...SUBJECTS.map(({ file }) => file), 'conversations.json'].sort()
    const named = rules.flatMap((rule) =>
      rule.kind !== 'impersonal' && rule.exported.endsWith('.json') ? [rule.exported] : [],
    )
    // Visits to others have the same columns as sign-ins, in other rows.
    expect([...new Set([...named, 'visits.json'])].sort()).toEqual(files)
  })

  // covers: beyond-export-contents-listed
  it('matches the list in the privacy centre file by file, with nothing that is not exported', () => {
    const listed: string[] = Object.values(EXPORT_CONTENTS).flatMap((files) => [...files])
    expect(listed.sort()).toEqual([...SUBJECTS.map(({ file }) => file), CONVERSATIONS.file].sort())
  })

  it('keeps data only by rules with a period of the retention table and a reason', () => {
    const used = new Set(rules.flatMap((rule) => (rule.kind === 'kept' ? [rule.rule] : [])))
    expect([...used].sort()).toEqual(Object.keys(KEPT_RULES).sort())
    const periods = new Set<number>(Object.values(RETENTION))
    for (const rule of Object.values(KEPT_RULES)) {
      expect(periods).toContain('months' in rule ? rule.months : rule.days)
      expect(rule.why).toMatch(/\.$/)
    }
  })
})
