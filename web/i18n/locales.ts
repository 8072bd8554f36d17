import { i18n } from '@lingui/core'

/** The locale of dates on this page: English ones are British. */
export const dateLocale = () => (i18n.locale === 'en' ? 'en-GB' : i18n.locale)

/** Returns the time of day of an ISO time, in the time zone of this device. */
export const timeOfDay = (time: string) =>
  new Date(time).toLocaleTimeString(dateLocale(), { timeStyle: 'short' })

/** The locale of numbers and relative times on this page. */
export const numberLocale = () => i18n.locale

/** Returns the locale of numbers in the moderators' console. English numbers have the Indian form. */
export const consoleNumberLocale = () => (i18n.locale === 'en' ? 'en-IN' : i18n.locale)
