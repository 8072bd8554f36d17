import { describe, expect, it } from 'vitest'
import { PAGES } from '#schema/pages.ts'
import { PRODUCT } from '#schema/product.ts'
import { headOf } from '#web/app/head.ts'

describe('the head of a page', () => {
  it.each(PAGES)('at %s has its own title and a description', (path) => {
    const { title, description, known } = headOf(path)
    expect(known).toBe(true)
    expect(title).toContain(PRODUCT.name)
    expect(title.length).toBeGreaterThan(PRODUCT.name.length + 3)
    expect(description.length).toBeGreaterThan(20)
  })

  it('has the default description at an unknown path', () => {
    expect(headOf('/nowhere')).toEqual({
      title: `Page Not Found · ${PRODUCT.name}`,
      description: PRODUCT.description,
      known: false,
    })
  })
})
