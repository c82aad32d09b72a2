import { useTranslation } from 'react-i18next';
import { MenuButton } from './MenuButton.tsx';
import { PictureChoice } from './PictureChoice.tsx';

export type ChartAction =
  | 'png'
  | 'copyPicture'
  | 'svg'
  | 'vegaLite'
  | 'csv'
  | 'json'
  | 'markdown'
  | 'markdownFile';

interface ChartMenuProps {
  readonly title: string;
  readonly actions: readonly ChartAction[];
  readonly onAction: (action: ChartAction) => void;
}

/** What can be done with a chart. */
export function ChartMenu({ title, actions, onAction }: ChartMenuProps) {
  const { t } = useTranslation();
  return (
    <MenuButton
      className="menu-button"
      name={t('charts.menu', { title })}
      items={actions.map((id) => ({ id, label: t(`charts.actions.${id}`) }))}
      onChoose={onAction}
      choices={<PictureChoice />}
    >
      ⋯
    </MenuButton>
  );
}
