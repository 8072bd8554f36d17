import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { adminUsersResponse } from '#schema/admin.ts'
import { foldText } from '#schema/fold-text.ts'
import { ask, joinAs } from '../../kit/graphql.ts'
import { join, type Person } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const node = useNode()
let admin: Person
beforeAll(async () => {
  admin = await joinAs(node, 'ADMIN')
})

async function found(search: string): Promise<string[]> {
  const { body } = await admin.call('GET', `/api/v1/admin/users?search=${encodeURIComponent(search)}`)
  return adminUsersResponse.parse(body).responseData.map(({ id }) => id)
}

describe('finding members', () => {
  // covers: design-one-folding
  it.each([
    ['سارة الأنصاري', ['ساره الانصاري', 'الأَنصاري', 'سارة الانصارى']],
    ['İrem Işık', ['irem isik', 'IŞIK', 'ırem']],
    ['फ़िरोज़ आँखवाला', ['फिरोज', 'आंखवाला']],
    ['Zoë Smørbrød-Łysek', ['zoe', 'smorbrod lysek', 'ＺＯＥ']],
    ['サクラ コレクター', ['さくら', 'ｻｸﾗ']],
  ])('finds %s by other spellings', async (displayName, searches) => {
    const { id } = await join(node, { displayName })
    for (const search of searches) expect([search, await found(search)]).toEqual([search, [id]])
  })

  it('takes signs of patterns literally', async () => {
    const under = await join(node, { displayName: 'Snake_case' })
    const percent = await join(node, { displayName: 'Full 100% person' })
    const backslash = await join(node, { displayName: String.raw`Back\slash` })
    expect(await found('snake_case')).toEqual([under.id])
    expect(await found('snake%')).toEqual([])
    expect(await found('n_k')).toEqual([])
    expect(await found('100%')).toEqual([percent.id])
    expect(await found('100_')).toEqual([])
    expect(await found(String.raw`back\s`)).toEqual([backslash.id])
    expect(await found(String.raw`\snake`)).toEqual([])
  })

  it('takes them literally in the launch list', async () => {
    for (const email of ['place_one@example.com', 'placexone@example.com'])
      await node.app.context.database.prisma.launchNotification.create({
        data: { id: crypto.randomUUID(), email },
      })
    const { body } = await admin.call('GET', '/api/v1/admin/launch-notifications?search=place_one')
    expect(JSON.stringify(body)).toContain('place_one@example.com')
    expect(JSON.stringify(body)).not.toContain('placexone@example.com')
  })
})

describe('finding entries of the audit log', () => {
  it('finds actions by other spellings of a name', async () => {
    const { id: subjectId } = await join(node, { displayName: 'هبة الأحمد' })
    await node.app.context.database.prisma.moderationAction.create({
      data: { id: crypto.randomUUID(), kind: 'WARN', subjectId, reason: 'Rude', at: new Date() },
    })
    const query = '{ auditLog(search: "هبه الاحمد") { totalCount } }'
    expect((await ask(node, admin, query)).data?.auditLog).toEqual({ totalCount: 1 })
  })
})

describe('the folding of PostgreSQL', () => {
  it('gives the same key as that of the server for the names of the interests in all languages', async () => {
    const folder = resolve(import.meta.dirname, '../../../locales')
    const names = readdirSync(folder)
      .filter((language) => language !== 'en')
      .flatMap((language) => {
        const file = readFileSync(resolve(folder, language, 'interests.json'), 'utf8')
        return Object.entries(z.record(z.string(), z.string()).parse(JSON.parse(file))).flat()
      })
    const others = [
      'مُوسِيقَىٰ ٱلْعَرَب',
      'Straße',
      'Œuvre',
      'שִׁירָה',
      'ﻻﺭﺳﻢ',
      'a\u200bb\u00adc',
      'e\u0301\u0302',
      'ёж йод',
      '👩‍👩‍👧 ❤\ufe0f',
      'ＡＢＣ　ｶﾞ',
      'Jean–Luc’s',
    ]
    const texts = [...new Set([...names, ...others])]
    const { rows } = await node.app.context.database.pool.query<{ text: string; key: string }>(
      'SELECT text, fold_text(text) AS key FROM unnest($1::text[]) text',
      [texts],
    )
    // Apostrophes of ASCII names stay as they are in both.
    expect(rows.filter(({ text, key }) => key !== foldText(text))).toEqual([])
    expect(rows).toHaveLength(texts.length)
  })
})
