import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const PROGRAM = resolve(import.meta.dirname, '../../scripts/lint-commits.mjs')

function lint(...subjects: string[]) {
  const input = `${subjects.join('\n')}\n`
  const { status, stderr } = spawnSync(process.execPath, [PROGRAM], { input, encoding: 'utf8' })
  return { status, stderr }
}

describe('the lint of commit subjects', () => {
  it.each([
    'fix(matching): remove the ticket when a chat starts from a list',
    'feat!: take the second provider away',
    `docs: ${'x'.repeat(66)}`,
  ])('accepts "%s"', (subject) => {
    expect(lint(subject)).toEqual({ status: 0, stderr: '' })
  })

  it.each([
    ['Fix the matching', 'expected "type(scope): summary"'],
    ['fix(chat, live): end streams', 'expected "type(scope): summary"'],
    ['fixed(chat): end streams', 'expected "type(scope): summary"'],
    ['fix(chat):end streams', 'expected "type(scope): summary"'],
    ['fix(chat): end streams.', 'ends with a full stop'],
    [`docs: ${'x'.repeat(67)}`, 'has 73 characters, at most 72 are allowed'],
  ])('refuses "%s"', (subject, problem) => {
    const { status, stderr } = lint(subject)
    expect(status).toBe(1)
    expect(stderr).toContain(`${subject}\n  ${problem}`)
  })

  it('reports every wrong subject and no other', () => {
    const { status, stderr } = lint('fix: first', 'Second', 'fix: third', 'Fourth')
    expect(status).toBe(1)
    expect(stderr.split('\n').filter((line) => /^\S/.test(line))).toEqual(['Second', 'Fourth'])
  })

  it('passes without commits', () => {
    expect(lint()).toEqual({ status: 0, stderr: '' })
  })
})
