import add from '@fluentui/svg-icons/icons/add_20_regular.svg?raw';
import alert from '@fluentui/svg-icons/icons/alert_20_regular.svg?raw';
import apps from '@fluentui/svg-icons/icons/apps_list_20_regular.svg?raw';
import refresh from '@fluentui/svg-icons/icons/arrow_clockwise_20_regular.svg?raw';
import download from '@fluentui/svg-icons/icons/arrow_download_20_regular.svg?raw';
import arrowLeft from '@fluentui/svg-icons/icons/arrow_left_20_regular.svg?raw';
import sortDown from '@fluentui/svg-icons/icons/arrow_sort_down_20_regular.svg?raw';
import sortUp from '@fluentui/svg-icons/icons/arrow_sort_up_20_regular.svg?raw';
import upload from '@fluentui/svg-icons/icons/arrow_upload_20_regular.svg?raw';
import packageBox from '@fluentui/svg-icons/icons/box_20_regular.svg?raw';
import calendar from '@fluentui/svg-icons/icons/calendar_20_regular.svg?raw';
import check from '@fluentui/svg-icons/icons/checkmark_20_regular.svg?raw';
import checkCircle from '@fluentui/svg-icons/icons/checkmark_circle_20_regular.svg?raw';
import chevronDown from '@fluentui/svg-icons/icons/chevron_down_20_regular.svg?raw';
import chevronRight from '@fluentui/svg-icons/icons/chevron_right_20_regular.svg?raw';
import chevronUp from '@fluentui/svg-icons/icons/chevron_up_20_regular.svg?raw';
import columns from '@fluentui/svg-icons/icons/column_triple_20_regular.svg?raw';
import copy from '@fluentui/svg-icons/icons/copy_20_regular.svg?raw';
import theme from '@fluentui/svg-icons/icons/dark_theme_20_regular.svg?raw';
import database from '@fluentui/svg-icons/icons/database_20_regular.svg?raw';
import remove from '@fluentui/svg-icons/icons/delete_20_regular.svg?raw';
import close from '@fluentui/svg-icons/icons/dismiss_20_regular.svg?raw';
import document from '@fluentui/svg-icons/icons/document_20_regular.svg?raw';
import edit from '@fluentui/svg-icons/icons/edit_20_regular.svg?raw';
import error from '@fluentui/svg-icons/icons/error_circle_20_regular.svg?raw';
import eye from '@fluentui/svg-icons/icons/eye_20_regular.svg?raw';
import eyeOff from '@fluentui/svg-icons/icons/eye_off_20_regular.svg?raw';
import filter from '@fluentui/svg-icons/icons/filter_20_regular.svg?raw';
import folder from '@fluentui/svg-icons/icons/folder_20_regular.svg?raw';
import globe from '@fluentui/svg-icons/icons/globe_20_regular.svg?raw';
import history from '@fluentui/svg-icons/icons/history_20_regular.svg?raw';
import home from '@fluentui/svg-icons/icons/home_20_regular.svg?raw';
import info from '@fluentui/svg-icons/icons/info_20_regular.svg?raw';
import key from '@fluentui/svg-icons/icons/key_20_regular.svg?raw';
import keyboard from '@fluentui/svg-icons/icons/keyboard_20_regular.svg?raw';
import link from '@fluentui/svg-icons/icons/link_20_regular.svg?raw';
import lock from '@fluentui/svg-icons/icons/lock_closed_20_regular.svg?raw';
import more from '@fluentui/svg-icons/icons/more_horizontal_20_regular.svg?raw';
import menu from '@fluentui/svg-icons/icons/navigation_20_regular.svg?raw';
import open from '@fluentui/svg-icons/icons/open_20_regular.svg?raw';
import sidebarClose from '@fluentui/svg-icons/icons/panel_left_contract_20_regular.svg?raw';
import sidebarOpen from '@fluentui/svg-icons/icons/panel_left_expand_20_regular.svg?raw';
import people from '@fluentui/svg-icons/icons/people_20_regular.svg?raw';
import person from '@fluentui/svg-icons/icons/person_20_regular.svg?raw';
import plug from '@fluentui/svg-icons/icons/plug_disconnected_20_regular.svg?raw';
import help from '@fluentui/svg-icons/icons/question_circle_20_regular.svg?raw';
import search from '@fluentui/svg-icons/icons/search_20_regular.svg?raw';
import settings from '@fluentui/svg-icons/icons/settings_20_regular.svg?raw';
import shield from '@fluentui/svg-icons/icons/shield_20_regular.svg?raw';
import signOut from '@fluentui/svg-icons/icons/sign_out_20_regular.svg?raw';
import starFilled from '@fluentui/svg-icons/icons/star_20_filled.svg?raw';
import star from '@fluentui/svg-icons/icons/star_20_regular.svg?raw';
import tag from '@fluentui/svg-icons/icons/tag_20_regular.svg?raw';
import warning from '@fluentui/svg-icons/icons/warning_20_regular.svg?raw';
import moon from '@fluentui/svg-icons/icons/weather_moon_20_regular.svg?raw';
import sun from '@fluentui/svg-icons/icons/weather_sunny_20_regular.svg?raw';

/** Icons of the console, by the names for menu items and components. */
export const ICONS = {
  add,
  alert,
  apps,
  arrowLeft,
  calendar,
  check,
  checkCircle,
  chevronDown,
  chevronRight,
  chevronUp,
  close,
  columns,
  copy,
  database,
  document,
  download,
  edit,
  error,
  eye,
  eyeOff,
  filter,
  folder,
  globe,
  help,
  history,
  home,
  info,
  key,
  keyboard,
  link,
  lock,
  menu,
  moon,
  more,
  open,
  package: packageBox,
  people,
  person,
  plug,
  refresh,
  remove,
  search,
  settings,
  shield,
  sidebarClose,
  sidebarOpen,
  signOut,
  sortDown,
  sortUp,
  star,
  starFilled,
  sun,
  tag,
  theme,
  upload,
  warning,
};

export type IconName = keyof typeof ICONS;
