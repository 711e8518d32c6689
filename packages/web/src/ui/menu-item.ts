import { createContext, createElement, useContext, type ComponentType, type ReactNode } from "react";

export interface MenuItemProps {
  readonly icon?: ReactNode;
  readonly children: ReactNode;
  readonly onSelect: () => void;
  /** It loses something. */
  readonly isDangerous?: boolean;
  readonly disabled?: boolean;
}

/** How the popup around them, which is loaded when it is opened, draws its items. */
export const ItemContext = createContext<ComponentType<MenuItemProps> | null>(null);

export function MenuItem(props: MenuItemProps) {
  const item = useContext(ItemContext);
  if (item === null) throw new Error("A <MenuItem> stands in a <Menu>.");
  return createElement(item, props);
}
