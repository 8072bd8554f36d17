import { describe, expect, it } from 'vitest'
import { createSafeStorage } from '#web/data/safe-storage.ts'
import { createStorage } from '../../kit/storage.ts'

const blocked = () => {
  throw new DOMException('denied', 'SecurityError')
}

describe('the storage of a page', () => {
  it('keeps values for the page where the browser blocks site data', () => {
    const storage = createSafeStorage(blocked)
    expect(storage.getItem('a')).toBeNull()
    storage.setItem('a', '1')
    storage.setItem('b', '2')
    storage.removeItem('b')
    expect([storage.getItem('a'), storage.getItem('b')]).toEqual(['1', null])
    expect([storage.isKept('a'), storage.isKept('b')]).toEqual([false, true])
    storage.clear()
    expect(storage.getItem('a')).toBeNull()
  })

  // covers: design-blocked-storage
  it('keeps values for the page when the storage is full, and no earlier one for the next page', () => {
    const browser = createStorage()
    browser.setItem('a', 'earlier')
    const full = { ...browser, setItem: blocked }
    const storage = createSafeStorage(() => full)
    storage.setItem('a', 'now')
    expect(storage.getItem('a')).toBe('now')
    expect(browser.getItem('a')).toBeNull()
  })

  it('stores in the browser, and sees what other pages store there', () => {
    const browser = createStorage()
    const storage = createSafeStorage(() => browser)
    storage.setItem('a', '1')
    expect([browser.getItem('a'), storage.isKept('a')]).toEqual(['1', true])
    browser.setItem('a', '2')
    expect(storage.getItem('a')).toBe('2')
    storage.clear()
    expect(browser).toHaveLength(0)
  })

  it('stores again in the browser once there is room', () => {
    const browser = createStorage()
    let isFull = true
    const storage = createSafeStorage(() => (isFull ? { ...browser, setItem: blocked } : browser))
    storage.setItem('a', '1')
    isFull = false
    storage.setItem('a', '2')
    expect([browser.getItem('a'), storage.isKept('a')]).toEqual(['2', true])
  })
})
