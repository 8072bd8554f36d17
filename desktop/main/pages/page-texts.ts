import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { PRODUCT } from '#schema/product.ts'

/** Returns the texts of the page that is shown without a server, by their names in offline.html. */
export const offlineTexts = () => ({
  connecting: t(i18n)`Connecting to ${{ product: PRODUCT.name }}…`,
  offline: t(i18n)`We cannot reach ${{ product: PRODUCT.name }}.`,
  advice: t(i18n)`Check your connection. The app keeps trying by itself.`,
  retry: t(i18n)`Try again`,
  others: t(i18n)`Your other servers`,
  address: t(i18n)`Server address`,
  connect: t(i18n)`Connect`,
  // The page puts an address there.
  connectTo: t(i18n)`Connect to ${{ address: '{address}' }}`,
  unfit: t(i18n)`Please enter an address that begins with https://`,
})

/** Returns the texts of the find bar, by their names in find-bar.html. */
export const findBarTexts = () => ({
  find: t(i18n)`Find in page`,
  previous: t(i18n)`Previous match`,
  next: t(i18n)`Next match`,
  close: t(i18n)`Close`,
})
