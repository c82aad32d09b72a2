import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { pictureOptions, pictureScales } from './export/picture-options.ts';

/** In a chart's menu: how large its PNG is, and whether it has a ground. Choosing leaves the menu open. */
export function PictureChoice() {
  const { t } = useTranslation();
  const { scale, isTransparent } = useStore(pictureOptions);
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a menu (WAI-ARIA 1.2, role menu) */}
      <div className="menu-scales" role="group" aria-label={t('charts.picture.group')}>
        <span aria-hidden="true">{t('charts.picture.title')}</span>
        {pictureScales.map((value) => (
          <button
            key={value}
            type="button"
            role="menuitemradio"
            tabIndex={-1}
            aria-checked={value === scale}
            onClick={() => pictureOptions.setState({ scale: value })}
          >
            {t('charts.picture.scale', { scale: value })}
          </button>
        ))}
      </div>
      <button
        type="button"
        role="menuitemcheckbox"
        tabIndex={-1}
        aria-checked={isTransparent}
        onClick={() => pictureOptions.setState({ isTransparent: !isTransparent })}
      >
        {t('charts.picture.transparent')}
      </button>
    </>
  );
}
