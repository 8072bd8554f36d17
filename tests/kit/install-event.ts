import type { Page } from '@playwright/test'

/** What the member chooses when the browser asks. */
export type InstallChoice = 'accepted' | 'dismissed'

/**
 * Returns an event like Chromium's `beforeinstallprompt`: it asks once, and its answer comes only after the question.
 * `mayAsk` says whether the member has just pressed something.
 */
export function createInstallEvent(choice: InstallChoice, mayAsk: () => boolean = () => true) {
  let asked = 0
  let answer: (choice: { outcome: InstallChoice; platform: string }) => void
  const userChoice = new Promise<{ outcome: InstallChoice; platform: string }>((resolve) => {
    answer = resolve
  })
  async function prompt() {
    if (!mayAsk()) throw new DOMException('It needs a press of the user.', 'NotAllowedError')
    if (asked > 0) throw new DOMException('prompt() may be called once only.', 'InvalidStateError')
    asked += 1
    answer({ outcome: choice, platform: choice === 'accepted' ? 'web' : '' })
  }
  const event = new Event('beforeinstallprompt', { cancelable: true })
  return { event: Object.assign(event, { userChoice, prompt }), asked: () => asked }
}

/** Gives each page such an event once it has loaded. */
export const sendInstallEvent = (page: Page, choice: InstallChoice) =>
  page.addInitScript(`addEventListener('load', () => {
    const { event } = (${createInstallEvent})('${choice}', () => navigator.userActivation.isActive)
    const count = Number(sessionStorage.getItem('asked') ?? 0)
    event.userChoice.then(() => sessionStorage.setItem('asked', count + 1))
    dispatchEvent(event)
  })`)

/** Returns how often the pages of this tab have asked. */
export const installQuestions = (page: Page): Promise<number> =>
  page.evaluate(() => Number(sessionStorage.getItem('asked') ?? 0))
