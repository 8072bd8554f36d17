import { describe, expect, it } from 'vitest'
import { fillReason } from '#web/screens/chat/fill-reason.ts'

describe('fillReason', () => {
  const labels = ['Hate', 'Self-harm']

  // covers: 5-report-category-as-text
  it('fills an empty text with the label of the category', () => {
    expect(fillReason('', 'Hate', labels)).toBe('Hate')
    expect(fillReason(' \n', 'Hate', labels)).toBe('Hate')
  })

  it('replaces the label of the category that was chosen before', () => {
    expect(fillReason('Hate', 'Self-harm', labels)).toBe('Self-harm')
  })

  // covers: 5-report-category-as-text
  it("keeps the member's own words", () => {
    expect(fillReason('Hate, every day', 'Self-harm', labels)).toBe('Hate, every day')
  })
})
