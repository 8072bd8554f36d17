import type { InstallEvent } from './hold-install-event.ts'

/** The browser's event, which can ask once. */
interface PromptEvent extends Event {
  prompt(): Promise<unknown>
  readonly userChoice: Promise<{ readonly outcome?: unknown }>
}

/**
 * Lets the browser ask the member to install the app. Must be called in the handler of a press. Resolves to whether the
 * member agreed; null if the browser did not ask.
 */
export async function askToInstall(held: InstallEvent): Promise<boolean | null> {
  const event = held.getState()
  // A second question with the same event fails.
  held.setState(null)
  if (!event || !canPrompt(event)) return null
  try {
    await event.prompt()
    const { outcome } = await event.userChoice
    return outcome === 'accepted'
  } catch {
    return null
  }
}

const canPrompt = (event: Event): event is PromptEvent =>
  'prompt' in event && typeof event.prompt === 'function' && 'userChoice' in event
