import { createContext, createElement, useContext, type ComponentType, type ReactNode } from "react";

export interface MenuItemProps {
  readonly icon?: ReactNode;
  readonly children: ReactNode;
  readonly onSelect: () => void;
  readonly isDangerous?: boolean;
  readonly disabled?: boolean;
}

/** The component of the items, which the popup provides once it is loaded. */
export const ItemContext = createContext<ComponentType<MenuItemProps> | null>(null);

export function MenuItem(props: MenuItemProps) {
  const item = useContext(ItemContext);
  if (item === null) throw new Error("<MenuItem> must be inside a <Menu>.");
  return createElement(item, props);
}
