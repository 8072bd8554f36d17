import { t } from '@lingui/core/macro'
import type { Language } from '#schema/languages.ts'
import { isReportedAlready, messageOf } from '../../data/failure.ts'
import { STORAGE_KEYS } from '../../data/storage-keys.ts'
import type { Services } from '../services.ts'

interface ChooseLanguageDeps extends Pick<Services, 'api' | 'session' | 'toasts'> {
  storage: Pick<Storage, 'setItem'>
  location: Pick<Location, 'reload'>
}

/**
 * Saves the language to the member's account and loads the page again in it. Shows a failure in a toast. Does not
 * reject.
 */
export async function chooseLanguage(
  { api, session, toasts, storage, location }: ChooseLanguageDeps,
  language: Language,
): Promise<void> {
  try {
    // The request replaces the whole profile: read what another device may have changed.
    await session.refresh()
    const { user } = session.getState()
    if (user) {
      const { id, displayName, interests, lookingFor, nearBy, age, filterByGender } = user
      // Without premium they would be stored as off. What is left out stays as it is.
      const premiumChoices = user.premiumUser ? { nearBy, filterByGender } : {}
      const { data } = await api.call('updateProfile', {
        body: { id, displayName, interests, lookingFor, age, ...premiumChoices, language },
      })
      session.replaceUser(data)
    }
    storage.setItem(STORAGE_KEYS.language, language)
    location.reload()
  } catch (error) {
    if (isReportedAlready(error)) return
    toasts.show({
      title: t`We couldn't change the language`,
      description: messageOf(error, t`Please try again.`),
      variant: 'destructive',
    })
  }
}
