import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { PRODUCT } from '#schema/product.ts'

const { name: product } = PRODUCT

/** Returns the texts of public/offline.html and of the manifest of the installed app, in the active language. */
export const installedTexts = () => ({
  title: t`No connection · ${product}`,
  heading: t`No connection`,
  message: t`Your device is offline. Messages that were sent are safe. Check your connection, then try again.`,
  retry: t`Try again`,
  description: i18n._(PRODUCT.description),
  /** The names of the shortcuts, in the order of the manifest. */
  shortcuts: [t`Safety centre`, t`Privacy centre`],
  /** The labels of the screenshots, in the order of the manifest. */
  screenshots: [t`The home screen on a phone`, t`The home screen on a computer`],
})
