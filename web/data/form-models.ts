import { withTexts } from '../i18n/with-texts.ts'
import { notLoaded } from './failure.ts'

/** The contract's form models and the texts of their messages, in chunks outside the first load. */
export const loadRegistration = () => withTexts('forms', import('#schema/registration.ts')).catch(notLoaded)
export const loadPassword = () => withTexts('forms', import('#schema/password.ts')).catch(notLoaded)
export const loadProfile = () => withTexts('forms', import('#schema/profile.ts')).catch(notLoaded)
