; The installer for Windows, for one user and without an administrator: makensis -DVERSION=… -DBUGHOUSE=bughouse.exe -DLICENSE=… -DOUT=… installer.nsi
Target amd64-unicode
!include MUI2.nsh
!include FileFunc.nsh

Name "Bughouse ${VERSION}"
OutFile "${OUT}"
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\Bughouse"
InstallDirRegKey HKCU "Software\Bughouse" "Folder"
SetCompressor /SOLID lzma
VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "Bughouse"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "FileDescription" "Installs Bughouse, for directors of bughouse tournaments"
VIAddVersionKey "LegalCopyright" "MIT or Apache-2.0"

!define MUI_ICON "bughouse.ico"
!define MUI_UNICON "bughouse.ico"
!define MUI_FINISHPAGE_RUN "$INSTDIR\bughouse.exe"
!define MUI_FINISHPAGE_RUN_PARAMETERS "desk"
!define MUI_FINISHPAGE_RUN_TEXT "Open the desk in the browser"
!insertmacro MUI_PAGE_WELCOME
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

!define CLASSES "Software\Classes"
!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Bughouse"

Section
  SetOutPath "$INSTDIR"
  File "/oname=bughouse.exe" "${BUGHOUSE}"
  File "bughouse.ico"
  File "/oname=LICENSE.txt" "${LICENSE}"
  WriteUninstaller "$INSTDIR\uninstall.exe"

  ; Both start where tournaments are kept.
  SetOutPath "$DOCUMENTS"
  CreateDirectory "$SMPROGRAMS\Bughouse"
  CreateShortcut "$SMPROGRAMS\Bughouse\Bughouse.lnk" "$INSTDIR\bughouse.exe" "desk" "$INSTDIR\bughouse.ico"
  CreateShortcut "$SMPROGRAMS\Bughouse\Bughouse commands.lnk" "$SYSDIR\cmd.exe" \
    '/k "set PATH=$INSTDIR;%PATH%&& bughouse --help"' "$INSTDIR\bughouse.ico"

  WriteRegStr HKCU "${CLASSES}\.bughouse" "" "Bughouse.Tournament"
  WriteRegStr HKCU "${CLASSES}\Bughouse.Tournament" "" "Bughouse tournament"
  WriteRegStr HKCU "${CLASSES}\Bughouse.Tournament\DefaultIcon" "" "$INSTDIR\bughouse.ico"
  WriteRegStr HKCU "${CLASSES}\Bughouse.Tournament\shell\open\command" "" '"$INSTDIR\bughouse.exe" desk "%1"'

  WriteRegStr HKCU "Software\Bughouse" "Folder" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Bughouse"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\bughouse.ico"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  IntFmt $0 "0x%08X" $0
  WriteRegDWORD HKCU "${UNINSTALL}" "EstimatedSize" "$0"
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
SectionEnd

; Tournaments, their backups and the settings stay.
Section "Uninstall"
  Delete "$INSTDIR\bughouse.exe"
  Delete "$INSTDIR\bughouse.ico"
  Delete "$INSTDIR\LICENSE.txt"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\Bughouse\Bughouse.lnk"
  Delete "$SMPROGRAMS\Bughouse\Bughouse commands.lnk"
  RMDir "$SMPROGRAMS\Bughouse"
  ReadRegStr $0 HKCU "${CLASSES}\.bughouse" ""
  StrCmp $0 "Bughouse.Tournament" 0 +2
  DeleteRegKey HKCU "${CLASSES}\.bughouse"
  DeleteRegKey HKCU "${CLASSES}\Bughouse.Tournament"
  DeleteRegKey HKCU "${UNINSTALL}"
  DeleteRegKey HKCU "Software\Bughouse"
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
SectionEnd
