import { useEffect } from 'react'

/** Keys that change what other keys do, or move the focus. */
const PASSIVE_KEYS = ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'Tab']

/** Calls `enter` at a tap on the screen of the match, or at a key. Does nothing while there is no match. */
export function useSkipMatch(isMatched: boolean, enter: () => void) {
  useEffect(() => {
    if (!isMatched) return
    const onKey = (event: KeyboardEvent) => {
      const isShortcut = event.ctrlKey || event.altKey || event.metaKey
      if (event.repeat || isShortcut || PASSIVE_KEYS.includes(event.key)) return
      // The message field gets the focus before the browser types the key.
      event.preventDefault()
      enter()
    }
    const onClick = ({ target }: MouseEvent) =>
      target instanceof Element && target.closest('.search') && enter()
    window.addEventListener('keydown', onKey)
    window.addEventListener('click', onClick)
    return () => {
      window.removeEventListener('keydown', onKey)
      window.removeEventListener('click', onClick)
    }
  }, [isMatched, enter])
}
