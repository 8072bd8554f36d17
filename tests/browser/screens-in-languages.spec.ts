import type { Page } from '@playwright/test'
import { expectAccessible } from '../kit/accessibility.ts'
import { test } from '../kit/browser.ts'
import { expectRoom } from '../kit/layout.ts'
import { tourScreens } from '../kit/tour.ts'
import { expectTypography } from '../kit/typography.ts'

/** The smallest common phone. */
const PHONE = { width: 360, height: 740 }

// Each tour sees every screen.
test.slow()

const lookAtText = async (page: Page, screen: string) => {
  await expectRoom(page, screen)
  await expectTypography(page, screen)
}

// covers: design-room-for-long-texts
test('every screen has room for Arabic on a phone, without accessibility violations', async ({
  newVisitor,
  server,
}) => {
  const [visitor, staff] = [
    await newVisitor({ locale: 'ar', viewport: PHONE }),
    await newVisitor({ locale: 'ar', viewport: PHONE }),
  ]
  const look = async (page: Page, screen: string) => {
    await expectRoom(page, screen)
    await expectAccessible(page, screen)
  }
  await tourScreens({ language: 'ar', visitor, staff, partner: await newVisitor(), server, look })
})

// covers: design-room-for-long-texts, beyond-target-sizes
test('every screen has room for German text and its typography on a phone', async ({
  newVisitor,
  server,
}) => {
  const [visitor, staff] = [
    await newVisitor({ locale: 'de', viewport: PHONE }),
    await newVisitor({ locale: 'de', viewport: PHONE }),
  ]
  await tourScreens({ language: 'de', visitor, staff, partner: await newVisitor(), server, look: lookAtText })
})

// covers: design-room-for-long-texts
test('every screen has room for Japanese on a phone, and its typography', async ({ newVisitor, server }) => {
  const [visitor, staff] = [
    await newVisitor({ locale: 'ja', viewport: PHONE }),
    await newVisitor({ locale: 'ja', viewport: PHONE }),
  ]
  await tourScreens({ language: 'ja', visitor, staff, partner: await newVisitor(), server, look: lookAtText })
})
