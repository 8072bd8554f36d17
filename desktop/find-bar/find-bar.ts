import type { FindBarBridge, FindBarMessage } from '#schema/find-bar.ts'

/** The find bar of the desktop app. It sends the text to the main process and shows the number of matches. */
const bridge = (window as Window & { findBar?: FindBarBridge }).findBar
const element = <Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind => {
  const found = document.getElementById(id)
  if (!(found instanceof kind)) throw new Error(`the find bar has no ${id}`)
  return found
}
const text = element('text', HTMLInputElement)
const count = element('count', HTMLOutputElement)
const steps = [element('previous', HTMLButtonElement), element('next', HTMLButtonElement)]

function showCount(words: string, matches: number) {
  count.textContent = words
  for (const button of steps) button.disabled = matches === 0
}

function selectText() {
  text.focus()
  text.select()
}

function hear(message: FindBarMessage) {
  switch (message.type) {
    case 'begin':
      // Text typed while the bar loaded takes precedence.
      if (text.value === '') text.value = message.text
      else bridge?.find(text.value)
      return selectText()
    case 'select':
      return selectText()
    case 'cleared':
      return showCount('', 0)
    case 'result':
      return showCount(message.label, message.matches)
  }
}

bridge?.onMessage(hear)
text.focus()
text.addEventListener('input', () => bridge?.find(text.value))
element('form', HTMLFormElement).addEventListener('submit', (event) => {
  event.preventDefault()
  bridge?.step('next')
})
element('previous', HTMLButtonElement).addEventListener('click', () => bridge?.step('previous'))
element('close', HTMLButtonElement).addEventListener('click', () => bridge?.close())
document.addEventListener('keydown', (event) => {
  // Some input methods mark their keys with the code alone.
  if (event.isComposing || event.keyCode === 229) return
  if (event.key === 'Escape') bridge?.close()
  else if (event.key === 'Enter' && event.shiftKey && event.target === text) bridge?.step('previous')
  else return
  event.preventDefault()
})

/** Applies the theme as theme.js does before the first paint. The page's theme can change while the bar is open. */
function followTheme() {
  const stored = localStorage.getItem('ui-theme')
  const dark = stored === null ? systemDark.matches : stored === 'dark'
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
}
const systemDark = matchMedia('(prefers-color-scheme: dark)')
systemDark.addEventListener('change', followTheme)
window.addEventListener('storage', followTheme)
