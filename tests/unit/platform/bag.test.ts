import { describe, expect, it } from 'vitest'
import { createBag } from '#server/platform/bag.ts'

describe('a bag', () => {
  it('returns the items that were added and not removed', () => {
    const bag = createBag<{ name: string }>()
    const names = () => bag.items().map(({ name }) => name)
    const removeFirst = bag.add({ name: 'first' })
    bag.add({ name: 'second' })
    removeFirst()
    expect(names()).toEqual(['second'])
    const removeThird = bag.add({ name: 'third' })
    bag.add({ name: 'fourth' })
    expect(names().toSorted()).toEqual(['fourth', 'second', 'third'])
    removeThird()
    expect(names().toSorted()).toEqual(['fourth', 'second'])
  })
})
