import { t } from '@lingui/core/macro'
import { PRODUCT } from '#schema/product.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { OutcomePage } from '../../ui/outcome-page.tsx'

const { name: product } = PRODUCT

export const NotFoundScreen = () => (
  <OutcomePage
    success={false}
    title={t`Page Not Found`}
    message={t`We can't find that page.`}
    actions={
      <ButtonLink variant="primary" to="/">
        {t`Back to ${product}`}
      </ButtonLink>
    }
  />
)
